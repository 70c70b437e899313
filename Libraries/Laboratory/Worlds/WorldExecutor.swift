import Synchronization

/// Runs all tasks of a world on the thread that asks for it, one after the other, so that nothing in a world happens by
/// chance, and it is known when nothing more can happen.
final class WorldExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Returns when every task has ended or waits for something.
    func drain() {
        while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func next() -> UnownedJob? {
        jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
