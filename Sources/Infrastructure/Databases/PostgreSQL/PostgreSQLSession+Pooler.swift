#if Server
import CalearningDomain
import Dispatch
import Foundation
import Synchronization
package import UsecasesEngine

/// The detection of a pooler, such as PgBouncer, that gives the server's connection to another client after each
/// transaction. Statements and settings of a session would then meet other programs.
extension PostgreSQLSession {
    /// The time for a transaction of another connection, and for a notification.
    private static let patience = Duration.seconds(1)

    /// Throws a failure unless this session has a connection of the server to itself. Changes no setting, and leaves
    /// nothing behind. Call it before any statement that does.
    ///
    /// A pooler announces a process of its own. Behind it, only a notification proves a session: a pooler that shares
    /// connections has none for a client without a transaction. Before that, another connection asks for a transaction.
    /// A shared connection is free then, so nearly always one of both meets a process that it must not meet, and no
    /// shared connection listens.
    func requireSession() throws(PostgreSQLFailure) {
        let process = try process()
        guard process != announcedProcess else { return }
        let other = try PostgreSQLSession.open(beside: self, limit: Self.patience)
        let otherProcess: Int32?
        do throws(PostgreSQLFailure) {
            _ = try other.run("BEGIN")
            otherProcess = try other.process()
        } catch {
            // A pooler of statements hangs up at a transaction, and only there. A pool may have no other connection.
            _ = try self.process()
            throw Self.pooled(error.message)
        }
        do throws(PostgreSQLFailure) {
            guard otherProcess != process, try self.process() == process else { throw Self.pooled(nil) }
        } catch  where error.kind == .unresponsive {
            // The other transaction has the only connection.
            throw Self.pooled(error.message)
        }
        let channel = "\(Product.own.name)_\(UUID().uuidString.lowercased())"
        // From here on, nearly every pooler has a session.
        _ = try run("LISTEN \"\(channel)\"")
        _ = try other.run("COMMIT")
        _ = try other.run("NOTIFY \"\(channel)\"")
        let hasSession = try receivesNotification(within: Self.patience)
        _ = try run("UNLISTEN \"\(channel)\"")
        guard hasSession else { throw Self.pooled(nil) }
    }

    private func process() throws(PostgreSQLFailure) -> Int32? {
        try run("SELECT pg_backend_pid()").text(row: 0, column: 0).flatMap { Int32($0) }
    }

    private static func pooled(_ message: String?) -> PostgreSQLFailure {
        PostgreSQLFailure(
            .pooled,
            """
            the address leads to a pooler that gives connections of the server to other clients after each transaction or \
            statement: set pool_mode = session for this database, with at least one connection more than \
            --database-connections of all servers, or use the address of the server itself
            """ + (message.map { " (\($0))" } ?? ""))
    }
}

extension PostgreSQLAddress {
    /// Returns why the pooler at the address cannot be used, or `nil` without one, and if nothing answers within two
    /// seconds. Blocks its thread until then.
    package func poolerProblem(clock: any Clock) -> String? {
        let end = DispatchSemaphore(value: 0)
        let kept = KeptProblem()
        Thread.detachNewThread {
            do throws(PostgreSQLFailure) {
                let session = try PostgreSQLSession.open(self, hosts: PostgreSQLHosts(hosts), clock: clock)
                session.deadline = clock.uptime + .seconds(2)
                try session.requireSession()
            } catch {
                if error.kind == .pooled { kept.problem.withLock { $0 = error.message } }
            }
            end.signal()
        }
        _ = end.wait(timeout: .now() + 2)
        return kept.problem.withLock(\.self)
    }
}

private final class KeptProblem: Sendable {
    let problem = Mutex<String?>(nil)
}
#endif
