/// A point in time, to the millisecond, in UTC.
package struct Timestamp: Sendable, Hashable {
    /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    package let milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// 2026-11-20T12:00:00Z, for the catalogues of outcomes.
    package static let example = Timestamp(milliseconds: 1_795_176_000_000)
}

extension Timestamp: Codable {
    /// The years that ISO 8601 writes with four digits, 0000 to 9999.
    private static let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    private enum CodingKeys: CodingKey {
        case milliseconds
    }

    /// Throws for a time before the year 0000 or after 9999, which no clock returns.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        milliseconds = try container.decode(Int64.self, forKey: .milliseconds)
        guard Self.range.contains(milliseconds) else {
            throw DecodingError.dataCorruptedError(
                forKey: .milliseconds, in: container, debugDescription: "a time has a year from 0000 to 9999")
        }
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
        // Rounded down, without an overflow at the earliest time.
        let date = Self.civil(fromDays: milliseconds / dayLength - (milliseconds % dayLength < 0 ? 1 : 0))
        let year = "\(date.year.magnitude)"
        return (date.year < 0 ? "-" : "") + String(repeating: "0", count: max(0, 4 - year.count)) + year
            + String(unsafeUninitializedCapacity: 20) { text in
                var position = 0
                func write(_ separator: Unicode.Scalar, _ number: Int64, digits: Int) {
                    text[position] = UInt8(ascii: separator)
                    var rest = number
                    for place in (1...digits).reversed() {
                        text[position + place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                        rest /= 10
                    }
                    position += digits + 1
                }
                write("-", date.month, digits: 2)
                write("-", date.day, digits: 2)
                write("T", ofDay / 3_600_000, digits: 2)
                write(":", ofDay / 60_000 % 60, digits: 2)
                write(":", ofDay / 1000 % 60, digits: 2)
                write(".", ofDay % 1000, digits: 3)
                text[position] = UInt8(ascii: "Z")
                return position + 1
            }
    }

    /// The date in the Gregorian calendar, this many days after 1970-01-01. Years are counted from March, so that a
    /// leap day is the last day of its year, in eras of 400 years.
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
