/// A point in time, to the millisecond, in UTC.
public struct Timestamp: Sendable, Hashable {
    /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
    public let milliseconds: Int64

    /// Creates a time from the `milliseconds` since 1970-01-01T00:00:00Z, without leap seconds.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// 2026-11-20T12:00:00Z, the time of examples and of all stopped clocks in the laboratory and in specs.
    public static let example = Timestamp(milliseconds: 1_795_176_000_000)
}

extension Timestamp: Codable {
    /// The years that ISO 8601 writes with four digits, 0000 to 9999.
    private static let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

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
    /// Returns the time that much later. Fractions of a millisecond are dropped.
    public static func + (time: Timestamp, duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        return Timestamp(milliseconds: time.milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }

    /// Returns the time that much earlier. Fractions of a millisecond are dropped.
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
    public static var rule: String { "a time is written 2026-11-20T12:00:00.000Z" }

    /// Parses a time, or returns `nil` for a text that is not the ``description`` of a time.
    public init?(_ text: String) {
        // A longer text is not a time, and parsing it would take long.
        guard text.utf8.count == 24 else { return nil }
        let numbers = text.split { !$0.isASCII || !$0.isWholeNumber }.compactMap { Int64($0) }
        guard numbers.count == 7, let day = Day(String(text.prefix(10))) else { return nil }
        timestamp =
            day.beginning + .seconds(numbers[3] * 3600 + numbers[4] * 60 + numbers[5]) + .milliseconds(numbers[6])
        guard description == text else { return nil }
    }

    /// The time in ISO 8601 notation, 24 characters.
    public var description: String { "\(timestamp)" }
}
