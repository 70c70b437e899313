#if Server
import Domain
package import CoreMetrics
import Metrics
import Synchronization

/// Counts the lines that the log had to do without, until they are told.
package final class DroppedLines: Sendable {
    /// Why a line was left out.
    package enum Reason: String, Sendable, CaseIterable {
        /// Requests had more to say than the budget allows.
        case rate
        /// Nobody reads as fast as is written.
        case full
        /// The system did not take it.
        case unwritable
    }

    package typealias Counts = [Reason: Int]

    private struct State {
        var untold: Counts = [:]
        /// When they were told the last time, since the start of the clock.
        var toldAt: Duration?
    }

    /// Between one telling and the next.
    private static let interval = Duration.seconds(1)

    private let counters: [Reason: Counter]
    private let state = Mutex(State())

    package init(metrics: any MetricsFactory) {
        counters = Dictionary(
            uniqueKeysWithValues: Reason.allCases.map { reason in
                let dimensions = [("reason", reason.rawValue)]
                return (
                    reason,
                    Counter(label: "\(Product.name)_log_lines_dropped_total", dimensions: dimensions, factory: metrics)
                )
            })
    }

    package func count(_ reason: Reason) {
        counters[reason]?.increment()
        state.withLock { $0.untold[reason, default: 0] += 1 }
    }

    /// What has not been told yet, which counts as told from now on; `nil` where there is nothing, or, unless it is the
    /// last time, where something was told less than a second ago.
    func take(at uptime: Duration, isLast: Bool) -> Counts? {
        state.withLock { state in
            guard !state.untold.isEmpty else { return nil }
            if !isLast, let toldAt = state.toldAt, uptime - toldAt < Self.interval { return nil }
            defer { state = State(toldAt: uptime) }
            return state.untold
        }
    }

    /// They could not be told.
    func putBack(_ counts: Counts) {
        state.withLock { $0.untold.merge(counts, uniquingKeysWith: +) }
    }

    var hasUntold: Bool { state.withLock { !$0.untold.isEmpty } }
}
#endif
