#if Server
import Foundation
import Synchronization
import Usecases

/// How long a connection waits for the locks of others.
final class SQLitePatience: Sendable {
    private struct State {
        var limit: Duration
        var start = Duration.zero
        var isOver = false
    }

    private let clock: any Clock
    private let state: Mutex<State>

    init(_ limit: Duration, clock: any Clock) {
        self.clock = clock
        state = Mutex(State(limit: limit))
    }

    /// Sets the limit of the following waits.
    func set(_ limit: Duration) {
        state.withLock { $0.limit = limit }
    }

    /// Makes all current waits give up at once, and prevents further ones.
    func end() {
        state.withLock { $0.isOver = true }
    }

    /// Blocks its thread for a moment, longer each time, and returns whether to try again. SQLite counts the attempts
    /// for the same lock.
    func waits(afterTries tries: Int) -> Bool {
        let now = clock.uptime
        let goesOn = state.withLock { state in
            if tries == 0 { state.start = now }
            return !state.isOver && now - state.start < state.limit
        }
        if goesOn { Thread.sleep(forTimeInterval: min(0.001 * Double(tries + 1), 0.05)) }
        return goesOn
    }
}
#endif
