import Synchronization
public import UsecasesEngine

/// A clock whose time stands still until a test advances it.
public final class ManualClock: Clock {
    private struct Sleeper {
        let identifier: Int
        let deadline: Duration
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var elapsed = Duration.zero
        var nextIdentifier = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var observers: [(count: Int, continuation: AsyncStream<Void>.Continuation)] = []
    }

    private let state = Mutex(State())
    private let timeOfDay: TimeOfDay

    /// Creates a clock whose uptime is zero. With `timeOfDayJumps`, every reading of ``now`` is hours from the one before, so
    /// a test fails if the code measures durations by the time of day.
    public init(timeOfDayJumps: Bool = false) {
        timeOfDay = TimeOfDay(jumps: timeOfDayJumps)
    }

    /// The time of examples, plus the whole seconds of the uptime.
    public var now: Timestamp { timeOfDay.now(at: uptime) }

    /// The sum of all advances.
    public var uptime: Duration { state.withLock { $0.elapsed } }

    /// Waits until the clock has advanced by the duration. Throws ``/UsecasesEngine/ErrorWrapper/interrupted`` when the task
    /// is cancelled.
    public func sleep(for duration: Duration) async throws(ErrorWrapper) {
        let identifier = state.withLock { state in
            state.nextIdentifier += 1
            return state.nextIdentifier
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in add(identifier, duration, continuation) }
        } onCancel: {
            cancel(identifier)
        }
        guard isOver else { throw .interrupted }
    }

    /// Advances the clock, and wakes the sleepers whose deadline has passed.
    public func advance(by duration: Duration) {
        let awake = state.withLock { state in
            state.elapsed += duration
            let awake = state.sleepers.filter { $0.deadline <= state.elapsed }
            state.sleepers.removeAll { $0.deadline <= state.elapsed }
            return awake
        }
        for sleeper in awake { sleeper.continuation.resume(returning: true) }
    }

    /// Advances to the earliest deadline. Returns `false` if no task sleeps.
    public func advanceToNextSleeper() -> Bool {
        let next = state.withLock { state in state.sleepers.map { $0.deadline - state.elapsed }.min() }
        guard let next else { return false }
        advance(by: next)
        return true
    }

    /// The remaining durations of the current sleepers, the shortest first.
    public var rests: [Duration] {
        state.withLock { state in state.sleepers.map { $0.deadline - state.elapsed }.sorted() }
    }

    /// Waits until at least the given number of tasks sleep, or until the task is cancelled.
    public func sleepers(_ count: Int) async {
        let (waiting, observer) = AsyncStream.makeStream(of: Void.self)
        state.withLock { state in
            if state.sleepers.count >= count { return observer.finish() }
            state.observers.append((count, observer))
        }
        for await _ in waiting {}
    }

    private func add(_ identifier: Int, _ duration: Duration, _ continuation: CheckedContinuation<Bool, Never>) {
        let (early, observers) = state.withLock { state -> (Bool?, [AsyncStream<Void>.Continuation]) in
            if state.cancelled.remove(identifier) != nil { return (false, []) }
            if duration <= .zero { return (true, []) }
            let deadline = state.elapsed + duration
            state.sleepers.append(Sleeper(identifier: identifier, deadline: deadline, continuation: continuation))
            let count = state.sleepers.count
            let satisfied = state.observers.filter { $0.count <= count }.map(\.continuation)
            state.observers.removeAll { $0.count <= count }
            return (nil, satisfied)
        }
        if let early { continuation.resume(returning: early) }
        for observer in observers { observer.finish() }
    }

    private func cancel(_ identifier: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let index = state.sleepers.firstIndex(where: { $0.identifier == identifier }) else {
                state.cancelled.insert(identifier)
                return nil
            }
            return state.sleepers.remove(at: index)
        }
        sleeper?.continuation.resume(returning: false)
    }
}

/// A clock that ends each wait immediately, and adds the requested duration to its uptime.
public final class ImmediateClock: Clock {
    private let elapsed = Mutex(Duration.zero)
    private let timeOfDay: TimeOfDay

    /// Creates a clock whose uptime is zero. `timeOfDayJumps` has the same effect as for a ``ManualClock``.
    public init(timeOfDayJumps: Bool = false) {
        timeOfDay = TimeOfDay(jumps: timeOfDayJumps)
    }

    /// The time of examples, plus the whole seconds of the uptime.
    public var now: Timestamp { timeOfDay.now(at: uptime) }

    /// The sum of all waits.
    public var uptime: Duration { elapsed.withLock { $0 } }

    /// Adds the duration to the uptime and returns. Throws ``/UsecasesEngine/ErrorWrapper/interrupted`` if the task is
    /// cancelled.
    public func sleep(for duration: Duration) async throws(ErrorWrapper) {
        guard !Task.isCancelled else { throw .interrupted }
        elapsed.withLock { $0 += duration }
    }
}

/// The time of day of a clock for tests. It follows the uptime, unless it jumps.
private final class TimeOfDay: Sendable {
    private let jumps: Bool
    private let readings = Atomic<Int64>(0)

    init(jumps: Bool) {
        self.jumps = jumps
    }

    /// The jumps alternate between both directions, each farther than the one before.
    func now(at uptime: Duration) -> Timestamp {
        let time = Timestamp.example + .seconds(uptime.components.seconds)
        guard jumps else { return time }
        let number = readings.add(1, ordering: .relaxed).newValue
        return time + .seconds(3600 * (number % 2 == 0 ? number : -number))
    }
}
