import Dispatch

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
