import Dispatch
import Synchronization
import UsecasesEngine
import UsecasesTesting

/// A clock that runs tasks one after the other, in virtual time. When no task can continue, the clock jumps to the
/// earliest deadline. Hours pass in milliseconds, and every run is equal.
///
/// This applies to an operation and its child tasks, but not to unstructured ones.
final class Simulation: Clock, TaskExecutor {
    private let clock = ManualClock(timeOfDayJumps: true)
    private let jobs = Mutex<[UnownedJob]>([])
    private let enqueued = DispatchSemaphore(value: 0)

    var now: Timestamp { clock.now }
    var uptime: Duration { clock.uptime }

    func sleep(for duration: Duration) async throws(ErrorWrapper) { try await clock.sleep(for: duration) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        enqueued.signal()
    }

    /// Runs the operation on the calling thread, and returns when it has finished.
    func run<Success: Sendable>(_ operation: @escaping @Sendable () async -> Success) -> Success {
        let outcome = Mutex<Success?>(nil)
        let task = Task(executorPreference: self) {
            let success = await operation()
            outcome.withLock { $0 = success }
        }
        while true {
            if let success = outcome.withLock({ $0 }) { return success }
            let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if let job {
                job.runSynchronously(on: asUnownedTaskExecutor())
            } else if !clock.advanceToNextSleeper() {
                // Another thread may be adding a job. Without one, all tasks are deadlocked.
                precondition(enqueued.wait(timeout: .now() + .seconds(10)) == .success, "nobody can go on: \(task)")
            }
        }
    }
}
