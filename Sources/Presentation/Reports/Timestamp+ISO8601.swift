import Domain
import Foundation

extension Timestamp {
    /// Such as `2026-11-20T12:00:00.000Z`.
    var iso8601: String {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let fraction = rest < 0 ? rest + 1000 : rest
        let whole = Date(timeIntervalSince1970: Double(rest < 0 ? seconds - 1 : seconds))
        let digits = String(fraction + 1000).dropFirst()
        return "\(whole.formatted(.iso8601.dateTimeSeparator(.standard)).dropLast()).\(digits)Z"
    }
}

extension Duration {
    /// Whole microseconds, rounded down.
    var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
