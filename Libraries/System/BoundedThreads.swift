import Foundation
import Synchronization

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
