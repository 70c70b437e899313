#if PostgreSQL
import Usecases

/// A failure of a PostgreSQL server or of the connection to it, without secrets and without the data to be stored.
struct PostgreSQLFailure: HinderedError, CustomStringConvertible {
    enum Kind: Sendable {
        /// The connection is unusable; another one may work.
        case lost
        /// There was no answer in time: the connection is unusable, and so are others of the same age.
        case unresponsive
        /// A conflict with something else; the same operation may succeed at once if repeated.
        case conflict
        /// The server rejects the content of a row; it may accept others.
        case content
        /// The server refuses, and would refuse again.
        case refused
        /// The database contains something else than the data of this program.
        case unusable
    }

    let kind: Kind
    /// Five characters, if the server sent them.
    let sqlState: String?
    let message: String
    /// Whether the failure concerns one request, and others may succeed.
    private(set) var isAlone = false
    let hindrance: Hindrance?

    init(_ kind: Kind, sqlState: String? = nil, _ message: String, hindrance: Hindrance? = nil) {
        self.kind = kind
        self.sqlState = sqlState
        self.message = message
        self.hindrance = hindrance ?? sqlState.flatMap { Self.hindrance(of: $0) }
    }

    /// Determines the kind from the server's code.
    init(sqlState: String, _ message: String) {
        self.init(Self.kind(of: sqlState), sqlState: sqlState, message)
    }

    var alone: PostgreSQLFailure {
        var failure = self
        failure.isAlone = true
        return failure
    }

    /// Whether the failure may concern a single row of several.
    var isOfRow: Bool {
        switch kind {
        case .content, .conflict: true
        case .lost, .unresponsive, .refused, .unusable: false
        }
    }

    var description: String {
        sqlState.map { "\(message) (SQLSTATE \($0))" } ?? message
    }

    private static func hindrance(of sqlState: String) -> Hindrance? {
        switch sqlState {
        case "53100": .noSpace
        case "55P03": .heldLock
        case "25006": .readOnly
        case "42501": .noPermission
        case _: nil
        }
    }

    /// PostgreSQL's manual, appendix A.
    private static func kind(of sqlState: String) -> Kind {
        switch sqlState {
        // A serialization failure, a deadlock, a cancelled statement, a lock timeout, and a row with the same UDID from
        // an earlier attempt that was still in progress.
        case "40001", "40P01", "57014", "55P03", "23505": .conflict
        // Too many connections, a read-only server, one that shuts down, crashes or starts up, and an idle session that
        // timed out.
        case "53300", "25006", "57P01", "57P02", "57P03", "57P05": .lost
        // A lost prepared statement, a changed plan or table, and an aborted or expired transaction: a new connection
        // starts afresh.
        case "26000", "0A000", "3F000", "42P01", "42703", "25P02", "25P03": .lost
        case _ where sqlState.hasPrefix("08"): .lost
        // Data that does not fit, a constraint, a view's check, and errors raised by a trigger.
        case _ where ["22", "23", "44", "P0"].contains { sqlState.hasPrefix($0) }: .content
        case _: .refused
        }
    }
}
#endif
