import Dispatch
import Foundation
import Synchronization

/// Threads for work that may block, because the shared thread pools must not block. Each task in progress has its own
/// thread. An idle thread waits 2 seconds for the next task, because starting a thread costs more than most tasks.
public final class BlockingThreads: Sendable {
    private static let idleLimit = DispatchTimeInterval.seconds(2)

    private final class Worker: Sendable {
        let wakeUp = DispatchSemaphore(value: 0)
        let work = Mutex<(@Sendable () -> Void)?>(nil)
    }

    private let idle = Mutex<[Worker]>([])

    /// Creates an instance without threads. They are started when work arrives.
    public init() {}

    /// Starts the work immediately, on an idle thread or a new one. Does not wait for the work to end.
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

    /// Performs the work and returns its result.
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
                // Work was assigned during the timeout. Its signal follows.
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

/// A bounded number of threads for work that uses a processor for a long time.
public final class BoundedThreads: Sendable {
    /// The error that all threads are busy. The work was not started.
    public struct Full: Error {}

    private let count: Int
    private let niceness: Int32
    private let threads = BlockingThreads()
    private let busyCount = Mutex(0)

    /// `count` is the number of threads, at least 1. `niceness`, from 0 to 19, lowers the priority of the threads, as
    /// in nice(1). Only Linux supports it for threads.
    public init(count: Int, niceness: Int32 = 0) {
        self.count = max(1, count)
        self.niceness = min(max(0, niceness), 19)
    }

    /// Performs the work even if the task is cancelled. Throws an error if all threads are busy.
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
                // Before the continuation resumes, because its task may immediately start more work.
                busyCount.withLock { $0 -= 1 }
                continuation.resume(returning: result)
            }
        }
    }
}

#if !canImport(Darwin)
/// Raises the niceness of the calling thread. Linux treats each thread as a process here, and cannot lower it.
private func setNiceness(_ niceness: Int32) {
    // Keeps the niceness of a program that was started as a background job.
    guard niceness > getpriority(Int32(PRIO_PROCESS.rawValue), 0) else { return }
    setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness)
}
#else
private func setNiceness(_ niceness: Int32) {}
#endif

/// An executor that runs an actor on a thread that may block. Threads of the cooperative pool must not block.
public final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue
    /// An executor that runs tasks on the same thread, including calls of actors without a custom executor.
    package let tasks: any TaskExecutor

    /// `label` is the name of the dispatch queue.
    public init(label: String) {
        queue = DispatchQueue(label: label)
        tasks = Tasks(queue: queue)
    }

    /// Runs the job after all previously enqueued jobs.
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
