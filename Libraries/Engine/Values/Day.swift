/// A day of the proleptic Gregorian calendar. It includes the days before the calendar's introduction.
public struct Day: Sendable, Hashable {
    /// Days since 1970-01-01.
    private let number: Int

    /// A day before the year 0000 or after 9999 becomes the first or the last one.
    private init(number: Int) {
        self.number = min(max(number, -719_528), 2_932_896)
    }

    /// Creates a day, or returns `nil` if the date does not exist, or if the year is not from 0 to 9999.
    package init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        // Years begin in March and are grouped into eras of 400 years. A leap day is then the last day of its year.
        let yearFromMarch = year - (month <= 2 ? 1 : 0)
        let era = yearFromMarch.dividedDown(by: 400)
        let yearOfEra = yearFromMarch - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        guard parts == (year, month, day) else { return nil }
    }

    /// Creates the day of this time, where clocks are ahead of UTC by this many seconds.
    package init(of time: Timestamp, aheadOfUTC seconds: Int = 0) {
        let day = time.milliseconds.dividedDown(by: Self.milliseconds)
        let ofDay = (time.milliseconds % Self.milliseconds + Self.milliseconds) % Self.milliseconds
        self.init(number: Int(day + (ofDay + Int64(seconds) * 1000).dividedDown(by: Self.milliseconds)))
    }

    /// The day of ``Timestamp/example``, which is the current day in the laboratory.
    public static let example = Day(of: .example)

    static let milliseconds: Int64 = 86_400_000

    /// Midnight in UTC.
    var beginning: Timestamp { Timestamp(milliseconds: Int64(number) * Self.milliseconds) }

    package var year: Int { parts.year }
    package var month: Int { parts.month }
    /// The day of the month, 1 to 31.
    public var day: Int { parts.day }

    private var parts: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = shifted.dividedDown(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}

/// Seven days are written `day.advanced(by: -6)...day`.
extension Day: Strideable {
    /// Whether the first day is earlier.
    public static func < (one: Day, other: Day) -> Bool { one.number < other.number }

    /// Returns the number of days until the other day. It is negative if the other day is earlier.
    public func distance(to other: Day) -> Int { other.number - number }

    /// Returns the day that many days later, or earlier for a negative number, in the years 0000 to 9999.
    public func advanced(by days: Int) -> Day { Day(number: number + days) }
}

extension Day: TextCodable, Storable {
    /// The notation of a day, for error messages.
    public static var rule: String { "a day is written YYYY-MM-DD" }

    /// Parses a day, or returns `nil` for a text that is not the ``description`` of a day in the years 0 to 9999.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard parts.count == 3 else { return nil }
        self.init(year: parts[0], month: parts[1], day: parts[2])
        guard description == text else { return nil }
    }

    /// The day in ISO 8601 notation, such as `2026-11-20`.
    public var description: String {
        let (year, month, day) = parts
        func padded(_ number: Int, _ digits: Int) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: digits - text.count) + text
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}

extension FixedWidthInteger {
    /// Returns the quotient, rounded down.
    func dividedDown(by divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
