import Dispatch
import Domain
import Synchronization

/// Runs tasks one after the other, in virtual time: when nobody can go on, the clock jumps to the first who waits for
/// it. Hours pass in milliseconds, and the same way each time.
///
/// It holds for an operation and its child tasks, not for unstructured ones.
final class Simulation: Clock, TaskExecutor {
    private struct Sleeper {
        let identifier: Int
        let deadline: Duration
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var elapsed = Duration.zero
        var jobs: [UnownedJob] = []
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var nextIdentifier = 0
    }

    private let state = Mutex(State())
    private let enqueued = DispatchSemaphore(value: 0)

    var now: Timestamp {
        Timestamp(milliseconds: 1_763_640_000_000 + uptime.components.seconds * 1000)
    }

    var uptime: Duration { state.withLock { $0.elapsed } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
        enqueued.signal()
    }

    /// Returns when the operation is over, on the thread that calls it.
    func run<Success: Sendable>(_ operation: @escaping @Sendable () async -> Success) -> Success {
        let outcome = Mutex<Success?>(nil)
        let task = Task(executorPreference: self) {
            let success = await operation()
            outcome.withLock { $0 = success }
        }
        while true {
            if let success = outcome.withLock({ $0 }) { return success }
            let job = state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
            if let job {
                job.runSynchronously(on: asUnownedTaskExecutor())
            } else if !wakeNext() {
                // A job may be on its way from elsewhere; if none comes, everybody waits for somebody else.
                precondition(enqueued.wait(timeout: .now() + .seconds(10)) == .success, "nobody can go on: \(task)")
            }
        }
    }

    /// `false` if nobody waits for the time.
    private func wakeNext() -> Bool {
        let sleeper = state.withLock { state -> Sleeper? in
            let order = { (first: Sleeper, second: Sleeper) in
                (first.deadline, first.identifier) < (second.deadline, second.identifier)
            }
            guard let next = state.sleepers.min(by: order) else { return nil }
            state.sleepers.removeAll { $0.identifier == next.identifier }
            state.elapsed = max(state.elapsed, next.deadline)
            return next
        }
        sleeper?.continuation.resume(returning: true)
        return sleeper != nil
    }

    func sleep(for duration: Duration) async throws(ErrorWrapper) {
        let identifier = state.withLock { state in
            state.nextIdentifier += 1
            return state.nextIdentifier
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let early = state.withLock { state -> Bool? in
                    if state.cancelled.remove(identifier) != nil { return false }
                    if duration <= .zero { return true }
                    state.sleepers.append(
                        Sleeper(
                            identifier: identifier, deadline: state.elapsed + duration, continuation: continuation))
                    return nil
                }
                if let early { continuation.resume(returning: early) }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                guard let index = state.sleepers.firstIndex(where: { $0.identifier == identifier }) else {
                    state.cancelled.insert(identifier)
                    return nil
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(returning: false)
        }
        guard isOver else { throw .interrupted }
    }
}
