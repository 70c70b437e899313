#if Server
import Dispatch
import Foundation
import GRDB
import Synchronization

/// Lets go of a database, which may be in the hands of a thread that hangs.
final class SQLiteClosing: Sendable {
    private let queue: DatabaseQueue
    private let files: SQLiteFiles
    private let isOver = DispatchSemaphore(value: 0)
    private let failure = Mutex<(any Error)?>(nil)

    init(queue: DatabaseQueue, files: SQLiteFiles) {
        self.queue = queue
        self.files = files
    }

    /// Whether it was closed in time.
    func close(within limit: Duration) throws -> Bool {
        Thread.detachNewThread { [self] in close() }
        guard isOver.wait(timeout: .now() + .nanoseconds(Int(limit / .nanoseconds(1)))) == .success else {
            return false
        }
        if let failure = failure.withLock(\.self) { throw failure }
        return true
    }

    private func close() {
        do {
            // Whoever closes a database removes the log beside its path, be it that of another database by now.
            try files.checkPath()
            try queue.close()
        } catch {
            // As the end of the process would leave it: not even the end of the last reference closes it.
            _ = Unmanaged.passRetained(queue)
            failure.withLock { $0 = error }
        }
        isOver.signal()
    }
}
#endif
