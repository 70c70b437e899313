#if Server
import Dispatch
import Foundation
import GRDB
import Synchronization

/// Closes a database that may be in use by a thread that hangs.
final class SQLiteClosing: Sendable {
    private let queue: DatabaseQueue
    private let files: SQLiteFiles
    private let isOver = DispatchSemaphore(value: 0)
    private let failure = Mutex<(any Error)?>(nil)

    init(queue: DatabaseQueue, files: SQLiteFiles) {
        self.queue = queue
        self.files = files
    }

    /// Returns whether the database was closed in time.
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
            // Closing a database removes the log beside its path, even if that now belongs to another database.
            try files.checkPath()
            try queue.close()
        } catch {
            // Leave the database as the end of the process would: the retained reference keeps it from ever being
            // closed.
            _ = Unmanaged.passRetained(queue)
            failure.withLock { $0 = error }
        }
        isOver.signal()
    }
}
#endif
