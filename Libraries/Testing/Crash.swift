import Synchronization
public import UsecasesEngine

/// A tap that ends a run at one of its calls, as a crash does. The taps of the run never receive a goal.
public final class Crash: Tap, RunTap {
    /// The moment when the run ends, relative to the call.
    public enum Moment: Sendable, CaseIterable {
        /// Before the call is performed.
        case before
        /// After the call was performed and the caller has received its result.
        case after
    }

    private let ordinal: Int
    private let moment: Moment
    private let calls = Mutex(0)

    /// Creates a tap that ends the run at the call number `ordinal`. It counts the calls that can fail, from 1.
    public init(at ordinal: Int, _ moment: Moment) {
        self.ordinal = ordinal
        self.moment = moment
    }

    /// Whether the run has reached the call.
    public var happened: Bool { calls.withLock { $0 >= ordinal } }

    /// Returns itself, because a `Crash` serves one run.
    public func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self }

    /// Performs the operation, unless the run ends before it. Throws ``/UsecasesEngine/ErrorWrapper/interrupted`` where the
    /// run ends.
    public func answer<Value>(
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
