import Foundation
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesSystem
import UsecasesTesting

@Suite struct 日 {
    private static func calendar(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    private static func day(_ date: Date, in zone: TimeZone) throws -> Day {
        let parts = calendar(zone).dateComponents([.year, .month, .day], from: date)
        return try promised(Day(year: promised(parts.year), month: promised(parts.month), day: promised(parts.day)))
    }

    /// Foundation uses a different calendar before 1583.
    @Test func ある時刻の日と前後の日は_Foundationの暦と同じ() async throws {
        let utc = try #require(TimeZone(secondsFromGMT: 0))
        await forAll(2000) { choices in
            (
                choices.number(
                    near: Int64(0), 951_782_400_000, 1_795_176_000_000, 4_107_542_400_000, within: 8_000_000_000_000),
                choices.number(near: 0, 28, 365, 366, 146_097, within: 40_000)
            )
        } holds: { (milliseconds: Int64, count: Int) in
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            let later = try promised(Self.calendar(utc).date(byAdding: .day, value: count, to: date))
            let day = Day(of: Timestamp(milliseconds: milliseconds))
            try promise(day, is: Self.day(date, in: utc))
            try promise(day.advanced(by: count), is: Self.day(later, in: utc))
            try promise(day.distance(to: Self.day(later, in: utc)), is: count)
            try promise(day < day.advanced(by: count), is: count > 0)
        }
    }

    @Test func 利用者の時間帯の日になる() async {
        let names = [
            "UTC", "Asia/Tokyo", "America/St_Johns", "Pacific/Kiritimati", "Pacific/Niue", "Europe/Berlin",
            "Asia/Kathmandu", "America/New_York",
        ]
        await forAll(1000) { choices in
            // Days from 1960 to 2040, and times around midnight in any of the zones.
            let day = choices.number(in: Int64(-3652)...25_567) * 86_400_000
            return (choices.one(of: names), day + choices.number(near: Int64(0), 43_200_000, within: 50_400_000))
        } holds: { (name: String, milliseconds: Int64) in
            let zone = try promised(TimeZone(identifier: name))
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            let day = SystemClock(timeZone: zone).day(of: Timestamp(milliseconds: milliseconds))
            try promise(day, is: Self.day(date, in: zone))
        }
    }

    @Test func 書いたものだけを読む() async {
        await forAll(1000) { choices in
            let year = choices.number(near: 0, 1582, 1900, 2000, 9999, within: 12_000)
            let (month, day) = (choices.number(in: -1...14), choices.number(near: 1, 28, 29, 30, 31, within: 3))
            let other = choices.one(of: ["", " ", "-", "0", "T", "１"])
            return (year, month, day, other)
        } holds: { (year: Int, month: Int, day: Int, other: String) in
            let text = String(format: "%04d-%02d-%02d", year, month, day)
            let read = Day(text)
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            let isMonth = (0...9999).contains(year) && (1...12).contains(month)
            let isDay = isMonth && (1...lengths[month - 1]).contains(day)
            try promise(read != nil, is: isDay)
            try promise(read, is: Day(year: year, month: month, day: day))
            if let read {
                try promise("\(read)", is: text)
                try promise([read.year, read.month, read.day], is: [year, month, day])
                let json = try JSONEncoder().encode(read)
                try promise(String(decoding: json, as: UTF8.self), is: "\"\(text)\"")
                try promise(JSONDecoder().decode(Day.self, from: json), is: read)
            }
            if !other.isEmpty {
                try promise(Day(text + other), is: nil)
                try promise(Day(other + text), is: nil)
            }
        }
    }

    @Test(arguments: ["", "2026-1-01", "2026-01-1", "26-01-01", "+026-01-01", "2026-+1-01", "20260101", "2026-01-01-"])
    func ほかの書き方は読まない(text: String) {
        #expect(Day(text) == nil)
    }

    /// An example that says “today” means the same day in the laboratory and in a spec.
    @Test func 実験室と仕様と例の今日は同じ日() {
        let clocks: [any UsecasesEngine.Clock] = [StoppedClock(), ImmediateClock(), ManualClock()]

        for clock in clocks + [Dependencies.testing().clock] {
            #expect(clock.now == .example)
            #expect(clock.today == .example)
        }
        #expect("\(Day.example)" == "2026-11-20")
    }
}
