#if Server
import Synchronization
package import Usecases

/// Limits the lines written per second; the unused budget of the last five seconds can be spent at once.
package final class LineBudget: Sendable {
    private static let burst = 5.0

    private struct State {
        var lines: Double
        var updatedAt: Duration
    }

    private let rate: Double?
    private let clock: any Clock
    private let state: Mutex<State>

    /// `rate` is in lines per second; `nil` for no limit.
    package init(rate: Double?, clock: any Clock) {
        self.rate = rate
        self.clock = clock
        state = Mutex(State(lines: Self.limit(rate), updatedAt: clock.uptime))
    }

    /// At least one line, however low the rate.
    private static func limit(_ rate: Double?) -> Double { max(1, (rate ?? 0) * burst) }

    /// Whether a line is available; if so, it is used up.
    package func take() -> Bool {
        guard let rate else { return true }
        let now = clock.uptime
        return state.withLock { state in
            let passed = max(.zero, now - state.updatedAt) / .seconds(1)
            state.lines = min(Self.limit(rate), state.lines + passed * rate)
            state.updatedAt = max(now, state.updatedAt)
            guard state.lines >= 1 else { return false }
            state.lines -= 1
            return true
        }
    }
}
#endif
