#if Server
package import CoreMetrics
import Metrics
import Synchronization
package import UsecasesEngine

/// A limit on the lines written per second. A burst can use the unused budget of the last five seconds.
package final class LineBudget: Sendable {
    private static let burst = 5.0

    private struct State {
        var rate: Double?
        var lines: Double
        var updatedAt: Duration

        /// Adds the lines of the time that has passed.
        mutating func settle(at now: Duration) {
            let passed = max(.zero, now - updatedAt) / .seconds(1)
            updatedAt = max(now, updatedAt)
            if let rate { lines = min(LineBudget.limit(rate), lines + passed * rate) }
        }
    }

    private let clock: any Clock
    private let state: Mutex<State>

    /// Creates a budget of `rate` lines per second, or without a limit if it is `nil`.
    package init(rate: Double?, clock: any Clock) {
        self.clock = clock
        state = Mutex(State(rate: rate, lines: Self.limit(rate), updatedAt: clock.uptime))
    }

    /// Changes the rate from now on.
    package func setRate(_ rate: Double?) {
        let now = clock.uptime
        state.withLock { state in
            state.settle(at: now)
            state.rate = rate
            state.lines = min(state.lines, Self.limit(rate))
        }
    }

    /// Returns the largest burst. It is at least one line, even at a low rate.
    private static func limit(_ rate: Double?) -> Double { max(1, (rate ?? 0) * burst) }

    /// Returns whether a line is available, and consumes it.
    package func take() -> Bool {
        let now = clock.uptime
        return state.withLock { state in
            state.settle(at: now)
            guard state.rate != nil else { return true }
            guard state.lines >= 1 else { return false }
            state.lines -= 1
            return true
        }
    }
}

/// A counter of the lines dropped from the log that have not been reported.
package final class DroppedLines: Sendable {
    /// The reason why a line was dropped.
    public enum Reason: String, Sendable, CaseIterable {
        /// Requests logged more lines than the budget allows.
        case rate
        /// Lines were logged faster than they were read.
        case full
        /// The system did not accept the line.
        case unwritable
    }

    package typealias Counts = [Reason: Int]

    private struct State {
        var unreported: Counts = [:]
        /// The time of the last report, since the start of the clock.
        var reportedAt: Duration?
    }

    /// The minimum time between two reports.
    private static let interval = Duration.seconds(1)

    /// The counters of all lines, and of those of the security log.
    private let counters: [Reason: (all: Counter, security: Counter)]
    private let state = Mutex(State())

    /// Creates the counters. Their metric names begin with `prefix`, like the program's other metrics.
    package init(metrics: any MetricsFactory, prefix: String) {
        counters = Dictionary(
            uniqueKeysWithValues: Reason.allCases.map { reason in
                let dimensions = [("reason", reason.rawValue)]
                return (
                    reason,
                    (
                        Counter(label: "\(prefix)_log_lines_dropped_total", dimensions: dimensions, factory: metrics),
                        Counter(
                            label: "\(prefix)_security_lines_dropped_total", dimensions: dimensions, factory: metrics)
                    )
                )
            })
    }

    package func count(_ reason: Reason, _ kind: LineQueue.Kind) {
        counters[reason]?.all.increment()
        if kind == .security { counters[reason]?.security.increment() }
        state.withLock { $0.unreported[reason, default: 0] += 1 }
    }

    /// Returns whether the budget has a line left, and consumes it. Counts the line as dropped if not.
    package func admits(_ kind: LineQueue.Kind, within budget: LineBudget) -> Bool {
        let isWithin = budget.take()
        if !isWithin { count(.rate, kind) }
        return isWithin
    }

    /// Returns the unreported counts, and marks them as reported. Returns `nil` if all are reported. Unless `isLast` is
    /// set, it also returns `nil` if the last report was less than a second ago.
    func take(at uptime: Duration, isLast: Bool) -> Counts? {
        state.withLock { state in
            guard !state.unreported.isEmpty else { return nil }
            if !isLast, let reportedAt = state.reportedAt, uptime - reportedAt < Self.interval { return nil }
            defer { state = State(reportedAt: uptime) }
            return state.unreported
        }
    }

    /// Restores counts that could not be reported.
    func putBack(_ counts: Counts) {
        state.withLock { $0.unreported.merge(counts, uniquingKeysWith: +) }
    }

    var hasUnreported: Bool { state.withLock { !$0.unreported.isEmpty } }
}
#endif
