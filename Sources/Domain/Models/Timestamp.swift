/// A point in time, to the millisecond, in UTC.
package struct Timestamp: Sendable, Hashable {
    /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    package let milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }
}

extension Timestamp: Comparable {
    package static func < (first: Timestamp, second: Timestamp) -> Bool { first.milliseconds < second.milliseconds }
}

extension Timestamp: CustomStringConvertible {
    /// As ISO 8601 writes it: `2026-11-20T12:00:00.000Z`.
    package var description: String {
        let dayLength: Int64 = 86_400_000
        let ofDay = (milliseconds % dayLength + dayLength) % dayLength
        let date = Self.civil(fromDays: (milliseconds - ofDay) / dayLength)
        let time = [ofDay / 3_600_000, ofDay / 60_000 % 60, ofDay / 1000 % 60].map { Self.padded($0, to: 2) }
        return "\(Self.padded(date.year, to: 4))-\(Self.padded(date.month, to: 2))-\(Self.padded(date.day, to: 2))"
            + "T\(time.joined(separator: ":")).\(Self.padded(ofDay % 1000, to: 3))Z"
    }

    private static func padded(_ number: Int64, to width: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// The date in the Gregorian calendar, so many days after 1970-01-01. Years are counted from March, so that a leap
    /// day is the last day of its year, in eras of 400 years.
    private static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}
