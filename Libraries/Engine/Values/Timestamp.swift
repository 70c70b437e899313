/// A point in time, to the millisecond, in UTC, in the years 0000 to 9999. ISO 8601 writes these years with four digits.
public struct Timestamp: Sendable, Hashable {
    /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
    public let milliseconds: Int64

    /// Creates a time from the `milliseconds` since 1970-01-01T00:00:00Z, without leap seconds. An earlier or later time
    /// becomes the first or the last one, so every document with a time can be read again.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
    }

    /// 2026-11-20T12:00:00Z, the time of examples and of all stopped clocks in the laboratory and in specs.
    public static let example = Timestamp(milliseconds: 1_795_176_000_000)
}

extension Timestamp: Codable {
    /// The years 0000 to 9999.
    fileprivate static let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    private enum CodingKeys: CodingKey {
        case milliseconds
    }

    /// Decodes a time. Throws for a year before 0000 or after 9999, which no clock returns.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        milliseconds = try container.decode(Int64.self, forKey: .milliseconds)
        guard Self.range.contains(milliseconds) else {
            throw DecodingError.dataCorruptedError(
                forKey: .milliseconds, in: container, debugDescription: "a time has a year from 0000 to 9999")
        }
    }
}

extension Timestamp: Comparable {
    /// Whether the first time is earlier.
    public static func < (first: Timestamp, second: Timestamp) -> Bool { first.milliseconds < second.milliseconds }
}

/// A duration counts in whole milliseconds.
extension Timestamp {
    /// Returns the time that much later, or the last time. Fractions of a millisecond are dropped.
    public static func + (time: Timestamp, duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        // More seconds than there are between the first and the last time.
        let most = Int64(1) << 40
        let milliseconds = min(max(seconds, -most), most) * 1000 + attoseconds / 1_000_000_000_000_000
        return Timestamp(milliseconds: time.milliseconds + milliseconds)
    }

    /// Returns the time that much earlier, or the first time. Fractions of a millisecond are dropped.
    public static func - (time: Timestamp, duration: Duration) -> Timestamp { time + (.zero - duration) }

    /// Returns the duration from the second time to the first. It is negative if the second time is later.
    public static func - (end: Timestamp, start: Timestamp) -> Duration {
        .milliseconds(end.milliseconds - start.milliseconds)
    }
}

extension Timestamp {
    /// The time for a reader, such as `2026-11-20 12:00:00 UTC`. Milliseconds are dropped.
    public var toTheSecond: String { "\(Day(of: self)) \(description.suffix(13).prefix(8)) UTC" }
}

extension Timestamp: CustomStringConvertible {
    /// The time in ISO 8601 notation, such as `2026-11-20T12:00:00.000Z`.
    public var description: String {
        let ofDay = (milliseconds % Day.milliseconds + Day.milliseconds) % Day.milliseconds
        return Day(of: self).description
            + String(unsafeUninitializedCapacity: 14) { text in
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
                write("T", ofDay / 3_600_000, digits: 2)
                write(":", ofDay / 60_000 % 60, digits: 2)
                write(":", ofDay / 1000 % 60, digits: 2)
                write(".", ofDay % 1000, digits: 3)
                text[position] = UInt8(ascii: "Z")
                return position + 1
            }
    }
}

/// A time in a body of the service or in a goal, as text in UTC, such as `2026-11-20T12:00:00.000Z`.
public struct WrittenTime: Sendable, Hashable {
    /// The point in time.
    public let timestamp: Timestamp

    /// Creates a written time from the point in time.
    public init(timestamp: Timestamp) {
        self.timestamp = timestamp
    }
}

extension WrittenTime: TextCodable {
    /// The notation of a time, for error messages.
    public static var rule: String { "a time is written as in RFC 3339, such as 2026-11-20T12:00:00.000Z" }

    /// Parses a date and time of RFC 3339 with any fraction and any offset, or returns `nil`. Fractions of a millisecond
    /// are dropped. A leap second is the first second of the next minute.
    public init?(_ text: String) {
        // A longer text is not a time, and parsing it would take long.
        guard text.utf8.count <= 64, let parts = text.wholeMatch(of: Self.format)?.output,
            let day = Day(String(parts.1)), let hour = Int64(parts.2), let minute = Int64(parts.3),
            let second = Int64(parts.4), hour < 24, minute < 60, second <= 60
        else { return nil }
        let digits = (parts.5 ?? "").prefix(3)
        guard let milliseconds = Int64(digits + String(repeating: "0", count: 3 - digits.count)),
            let offset = Self.offset(parts.6)
        else { return nil }
        let seconds = hour * 3600 + minute * 60 + second - offset * 60
        let time = day.beginning.milliseconds + seconds * 1000 + milliseconds
        guard Timestamp.range.contains(time) else { return nil }
        timestamp = Timestamp(milliseconds: time)
    }

    /// The date, the hour, the minute, the second, the fraction and the offset.
    private static var format: Regex<(Substring, Substring, Substring, Substring, Substring, Substring?, Substring)> {
        #/([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?([Zz]|[+\-][0-9]{2}:[0-9]{2})/#
            .matchingSemantics(.unicodeScalar)
    }

    /// Returns the offset from UTC in minutes.
    private static func offset(_ text: Substring) -> Int64? {
        guard text.first == "+" || text.first == "-" else { return 0 }
        guard let hours = Int64(text.dropFirst().prefix(2)), let minutes = Int64(text.suffix(2)), hours < 24,
            minutes < 60
        else { return nil }
        return (hours * 60 + minutes) * (text.first == "-" ? -1 : 1)
    }

    /// The time in ISO 8601 notation, 24 characters.
    public var description: String { "\(timestamp)" }
}
