#if Server
import GRDB

extension DatabaseQueue {
    /// Returns a connection that prevents all others from writing. It waits until a service that sweeps or writes lets it.
    static func lock(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .timeout(60)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        return queue
    }

    func unlock() throws {
        try writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }
}
#endif
