/// One of the times that a request was sent.
package struct Attempt: Sendable, Hashable {
    /// Since the first one began.
    package let start: Duration
    package let duration: Duration
    /// `status 503`, `connectionLost` and the like.
    package let outcome: String
    /// Until the next one; `nil` after the last.
    package var pause: Duration?
}

extension Attempt: Encodable, CustomStringConvertible {
    private enum CodingKeys: String, CodingKey {
        case start, duration, outcome, pause
    }

    /// Lengths of time in seconds.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(start.seconds, forKey: .start)
        try container.encode(duration.seconds, forKey: .duration)
        try container.encode(outcome, forKey: .outcome)
        try container.encodeIfPresent(pause?.seconds, forKey: .pause)
    }

    package var description: String {
        "after \(start.told): \(outcome), in \(duration.told)" + (pause.map { ", then a pause of \($0.told)" } ?? "")
    }
}

extension Duration {
    /// With as many decimals as a `Double` has.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
