/// A time in a body of the service, in UTC: `2026-11-20T12:00:00.000Z`.
public struct WrittenTime: Sendable, Hashable {
    /// The point in time.
    public let timestamp: Timestamp

    /// `timestamp` is the point in time.
    public init(timestamp: Timestamp) {
        self.timestamp = timestamp
    }
}

extension WrittenTime: TextCodable {
    /// The notation of a time, for error messages.
    public static var rule: String { "a time is written 2026-11-20T12:00:00.000Z" }

    /// `nil` for a text that is not the ``description`` of a time.
    public init?(_ text: String) {
        // Nothing longer is a time, and reading it would take time.
        guard text.utf8.count == 24 else { return nil }
        let numbers = text.split { !$0.isASCII || !$0.isWholeNumber }.compactMap { Int64($0) }
        guard numbers.count == 7, let day = Day(String(text.prefix(10))) else { return nil }
        timestamp =
            day.beginning + .seconds(numbers[3] * 3600 + numbers[4] * 60 + numbers[5]) + .milliseconds(numbers[6])
        guard description == text else { return nil }
    }

    /// The time as ISO 8601 writes it, 24 characters.
    public var description: String { "\(timestamp)" }
}
