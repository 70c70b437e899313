/// One attempt at sending a request.
public struct Attempt: Sendable, Hashable {
    /// The time since the first attempt began.
    package let start: Duration
    package let duration: Duration
    /// A description such as `status 503` or `connectionLost`.
    package let outcome: String
    /// The pause before the next attempt; `nil` after the last one.
    package var pause: Duration?
}

extension Attempt: Encodable, CustomStringConvertible {
    private enum CodingKeys: String, CodingKey {
        case start, duration, outcome, pause
    }

    /// Encodes durations in seconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(start.seconds, forKey: .start)
        try container.encode(duration.seconds, forKey: .duration)
        try container.encode(outcome, forKey: .outcome)
        try container.encodeIfPresent(pause?.seconds, forKey: .pause)
    }

    /// The start, the outcome, the duration and the pause in one line.
    public var description: String {
        "after \(start.told): \(outcome), in \(duration.told)" + (pause.map { ", then a pause of \($0.told)" } ?? "")
    }
}

extension Duration {
    /// The duration in seconds, with the precision of a `Double`.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
