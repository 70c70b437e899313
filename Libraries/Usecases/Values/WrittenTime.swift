/// A time in a body of the service, in UTC: `2026-11-20T12:00:00.000Z`.
public struct WrittenTime: Sendable, Hashable {
    public let timestamp: Timestamp

    public init(timestamp: Timestamp) {
        self.timestamp = timestamp
    }
}

extension WrittenTime: TextCodable {
    public static var rule: String { "a time is written 2026-11-20T12:00:00.000Z" }

    public init?(_ text: String) {
        // Nothing longer is a time, and reading it would take time.
        guard text.utf8.count == 24 else { return nil }
        let numbers = text.split { !$0.isASCII || !$0.isWholeNumber }.compactMap { Int64($0) }
        guard numbers.count == 7, let day = Day(String(text.prefix(10))) else { return nil }
        timestamp =
            day.beginning + .seconds(numbers[3] * 3600 + numbers[4] * 60 + numbers[5]) + .milliseconds(numbers[6])
        guard description == text else { return nil }
    }

    public var description: String { "\(timestamp)" }
}
