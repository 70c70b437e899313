import Foundation
import Testing
import Usecases
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct 本文に書かれる時刻 {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// Compares the times with Foundation.
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

    /// Only the exact form is a time. A text with a missing, extra or different character is not a time.
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
            let form = /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z/
            let isTime = text.wholeMatch(of: form) != nil && (try? Self.style.parse(text)) != nil
            if let written = WrittenTime(text) {
                try promise("\(written)", is: text)
                try promise(isTime, "only a time is read")
            } else if isTime {
                // Foundation also reads days and hours that do not exist.
                let date = try Self.style.parse(text)
                try promise(date.formatted(Self.style) != text, "a time that exists is read")
            }
        }
    }

    @Test func 時間を足すとミリ秒の数だけ進み_引くと戻る() async {
        await forAll(1000) { choices in
            (
                choices.number(in: Int64(0)...253_402_300_799_999),
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
