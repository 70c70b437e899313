import Dispatch
import Foundation
import Synchronization

/// Threads for work that may block, which the shared thread pools do not allow. Each task in progress has its own
/// thread; a thread that has finished waits a moment for the next task, as starting one costs more than most of the
/// work.
public final class BlockingThreads: Sendable {
    private static let idleLimit = DispatchTimeInterval.seconds(2)

    private final class Worker: Sendable {
        let wakeUp = DispatchSemaphore(value: 0)
        let work = Mutex<(@Sendable () -> Void)?>(nil)
    }

    private let idle = Mutex<[Worker]>([])

    /// Starts no thread until there is work.
    public init() {}

    /// Begins the work at once, on an idle thread or on a new one, and does not wait for its end.
    public func run(_ work: @escaping @Sendable () -> Void) {
        if let worker = idle.withLock({ $0.popLast() }) {
            worker.work.withLock { $0 = work }
            worker.wakeUp.signal()
            return
        }
        let worker = Worker()
        Thread.detachNewThread { [self] in
            work()
            loop(worker)
        }
    }

    /// Returns the result of the work when it is done.
    func value<Success: Sendable>(of work: @escaping @Sendable () throws -> Success) async throws -> Success {
        try await withCheckedThrowingContinuation { continuation in
            run { continuation.resume(with: Result(catching: work)) }
        }
    }

    private func loop(_ worker: Worker) {
        while true {
            idle.withLock { $0.append(worker) }
            if worker.wakeUp.wait(timeout: .now() + Self.idleLimit) == .timedOut {
                let isIdle = idle.withLock { idle in
                    guard let index = idle.firstIndex(where: { $0 === worker }) else { return false }
                    idle.remove(at: index)
                    return true
                }
                if isIdle { return }
                // Work was assigned at the last moment; the signal is on its way.
                worker.wakeUp.wait()
            }
            let work = worker.work.withLock { work in
                defer { work = nil }
                return work
            }
            work?()
        }
    }
}

/// Threads for work that takes a processor for long: only so much of it at the same time.
public final class BoundedThreads: Sendable {
    /// All threads are busy, and the work was not begun.
    public struct Full: Error {}

    private let count: Int
    private let niceness: Int32
    private let threads = BlockingThreads()
    private let busyCount = Mutex(0)

    /// `count` is at least 1. `niceness`, from 0 to 19, is how far the threads give way to all others, as in nice(1); only
    /// Linux has it for threads.
    public init(count: Int, niceness: Int32 = 0) {
        self.count = max(1, count)
        self.niceness = min(max(0, niceness), 19)
    }

    /// Returns the result of the work when it is done, also if the task is cancelled meanwhile.
    public func value<Success: Sendable>(of work: @escaping @Sendable () -> Success) async throws(Full) -> Success {
        let hasPlace = busyCount.withLock { busyCount in
            guard busyCount < count else { return false }
            busyCount += 1
            return true
        }
        guard hasPlace else { throw Full() }
        return await withCheckedContinuation { continuation in
            threads.run { [self] in
                setNiceness(niceness)
                let result = work()
                // First, because the task that gets the result may come again immediately.
                busyCount.withLock { $0 -= 1 }
                continuation.resume(returning: result)
            }
        }
    }
}

#if os(Linux)
/// For the calling thread: to Linux, each thread is a process here. It can be raised, and not lowered again.
private func setNiceness(_ niceness: Int32) {
    // A program that was started as a background job stays one.
    guard niceness > getpriority(Int32(PRIO_PROCESS.rawValue), 0) else { return }
    setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness)
}
#else
private func setNiceness(_ niceness: Int32) {}
#endif

/// Runs an actor on a thread that may block, unlike those of the cooperative pool.
public final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue
    /// Runs tasks, and the actors without executors of their own that they call, on the same thread.
    package let tasks: any TaskExecutor

    /// `label` is the name of its dispatch queue.
    public init(label: String) {
        queue = DispatchQueue(label: label)
        tasks = Tasks(queue: queue)
    }

    /// Runs the job after all jobs that were enqueued before it.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    private final class Tasks: TaskExecutor {
        private let queue: DispatchQueue

        init(queue: DispatchQueue) {
            self.queue = queue
        }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}
