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
