import Dispatch
import Domain
import Synchronization

/// Runs tasks one after the other, in virtual time: when nobody can go on, the clock jumps to the first who waits for
/// it. Hours pass in milliseconds, and the same way each time.
///
/// It holds for an operation and its child tasks, not for unstructured ones.
final class Simulation: Clock, TaskExecutor {
    private let clock = ManualClock()
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

    /// Returns when the operation is over, on the thread that calls it.
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
                // A job may be on its way from elsewhere; if none comes, everybody waits for somebody else.
                precondition(enqueued.wait(timeout: .now() + .seconds(10)) == .success, "nobody can go on: \(task)")
            }
        }
    }
}
