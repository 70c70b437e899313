import Foundation
import Testing
import UsecasesEngine
import UsecasesTesting

@Suite struct 本文に書かれる時刻 {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    @Test func 書いたとおりに読み戻せる() async {
        await forAll(1000) { choices in
            choices.number(
                near: Int64(0), -62_167_219_200_000, 253_402_300_799_999, 951_782_400_000, 1_795_176_000_000,
                within: 100_000_000_000)
        } holds: { milliseconds in
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            guard (-62_167_219_200_000...253_402_300_799_999).contains(milliseconds) else { return }
            let time = Timestamp(milliseconds: milliseconds)
            try promise(WrittenTime("\(time)")?.timestamp, is: time)
            if milliseconds >= 0 {
                try promise(abs(date.timeIntervalSince(try Self.style.parse("\(time)"))) < 0.001, "Foundation reads it")
            }
        }
    }

    /// Only RFC 3339 is read. A text with a missing, extra or different character is not a time, or another one.
    @Test func ほかの書き方は受け取らない() async {
        await forAll(1000) { choices in
            var text = Array("2026-11-20T12:00:59.999Z")
            let place = choices.number(in: 0...(text.count - 1))
            let other = choices.one(of: Array("0123456789-+:.TZt z٣é"))
            switch choices.number(in: 0...2) {
            case 0: text[place] = other
            case 1: text.insert(other, at: place)
            case _: text.remove(at: place)
            }
            return String(text)
        } holds: { text in
            let form =
                /[0-9]{4}-(?:0[1-9]|1[0-2])-[0-3][0-9][Tt](?:[01][0-9]|2[0-3])(?::[0-5][0-9]){2}(?:\.[0-9]+)?[Zz]/
            let isTime = text.wholeMatch(of: form) != nil
            guard let written = WrittenTime(text) else {
                // A leap second, and the days that a month does not have, are outside of the form's rules.
                return try promise(
                    !isTime || !["20", "30", "31"].contains(text.dropFirst(8).prefix(2)), "a time is read")
            }
            try promise(isTime || text.contains(":60"), "only a time is read")
            try promise(WrittenTime("\(written)") == written, "it is written in the form that is read")
        }
    }

    /// Writes random times with random fractions and offsets, from the numbers that they consist of.
    @Test func RFC3339のどの書き方でも同じ時刻を読む() async {
        await forAll(2000) { choices in
            (
                choices.number(near: Int64(0), -62_135_000_000, 253_402_214_000, 1_795_176_000, within: 40_000_000),
                choices.text(0...12, of: "0123456789"), choices.number(in: -1439...1439), choices.number(in: 0...2),
                choices.one(of: ["T", "t"])
            )
        } holds: { (seconds: Int64, fraction: String, offset: Int, zone: Int, separator: String) in
            let range = Int64(-62_167_219_200)..<253_402_300_800
            let shift = zone < 2 ? 0 : Int64(offset) * 60
            guard range.contains(seconds), range.contains(seconds + shift) else { return }
            let local = "\(Timestamp(milliseconds: (seconds + shift) * 1000))".prefix(19).split(separator: "T")
            let minutes = [abs(offset) / 60, abs(offset) % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            let end = zone == 0 ? "Z" : zone == 1 ? "z" : (offset < 0 ? "-" : "+") + minutes.joined(separator: ":")
            let text = local.joined(separator: separator) + (fraction.isEmpty ? "" : ".\(fraction)") + end

            let time = WrittenTime(text)?.timestamp

            let thousandths = Int64((fraction + "000").prefix(3)) ?? 0
            try promise(time?.milliseconds == seconds * 1000 + thousandths, "\(text) is read")
        }
    }

    @Test(arguments: [
        "2026-11-20T24:00:00Z", "2026-11-20T12:60:00Z", "2026-11-20T12:00:61Z", "2026-11-20T12:00:00", "2026-11-20",
        "2026-11-20T12:00Z", "2026-11-20T12:00:00.Z", "2026-11-20T12:00:00,5Z", "2026-11-20 12:00:00Z",
        "2026-11-20T12:00:00+24:00", "2026-11-20T12:00:00+00:60", "2026-11-20T12:00:00+0100", "2026-11-20T12:00:00+1",
        "2026-02-29T12:00:00Z", "2026-13-01T00:00:00Z", "2026-11-00T00:00:00Z", "10000-01-01T00:00:00Z",
        "-001-01-01T00:00:00Z", "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "1795176000", "",
        "２０２６-11-20T12:00:00Z",
    ])
    func ない時刻や足りない書き方は読まない(text: String) {
        #expect(WrittenTime(text) == nil)
    }

    @Test func 閏秒は次の分の始まり() {
        #expect(WrittenTime("2016-12-31T23:59:60Z") == WrittenTime("2017-01-01T00:00:00.000Z"))
    }

    @Test func 時間を足すとミリ秒の数だけ進み_引くと戻る() async {
        await forAll(1000) { choices in
            (
                choices.number(in: Int64(0)...253_400_000_000_000),
                choices.number(near: Int64(0), 48_143_000, 86_400_000, 2_592_000_000, within: 100_000_000)
            )
        } holds: { start, distance in
            let time = Timestamp(milliseconds: start)
            try promise((time + .milliseconds(distance)).milliseconds, is: start + distance)
            try promise((time - .milliseconds(distance)).milliseconds, is: start - distance)
            try promise((time + .milliseconds(distance)) - time, is: .milliseconds(distance))
        }
    }
}
