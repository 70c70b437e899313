import Synchronization
import Usecases

/// Ends a run at one of its calls, like a crash: the run's taps never receive a goal.
final class Crash: Tap, RunTap {
    enum Moment: Sendable, CaseIterable {
        /// Before the call is performed.
        case before
        /// After the call was performed and the caller has received its outcome.
        case after
    }

    private let ordinal: Int
    private let moment: Moment
    private let calls = Mutex(0)

    /// `ordinal` counts the calls that can fail, from 1.
    init(at ordinal: Int, _ moment: Moment) {
        self.ordinal = ordinal
        self.moment = moment
    }

    /// Whether the call was reached.
    var happened: Bool { calls.withLock { $0 >= ordinal } }

    func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self }

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        let isHere = calls.withLock { calls in
            calls += 1
            return calls == ordinal
        }
        if isHere, moment == .before { throw .interrupted }
        let value = try await performing()
        if isHere { throw .interrupted }
        return value
    }
}
