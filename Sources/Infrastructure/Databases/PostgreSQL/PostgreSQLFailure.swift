#if Server
import UsecasesEngine

/// A failure of a PostgreSQL server or of the connection to it. It contains no secrets and no data to be stored.
struct PostgreSQLFailure: HinderedError, CustomStringConvertible {
    enum Kind: Sendable {
        /// The connection is unusable, but a new one may work.
        case lost
        /// The server did not answer in time. The connection is unusable, and so are others of the same age.
        case unresponsive
        /// The operation conflicted with another operation. It may succeed immediately if repeated.
        case conflict
        /// The server rejects the content of a row. It may accept other rows.
        case content
        /// The server refuses, and would refuse again.
        case refused
        /// The database contains something other than data of this program.
        case unusable
        /// A pooler shares the server's connections with other clients.
        case pooled
    }

    let kind: Kind
    /// The five characters of the SQLSTATE, if the server sent them.
    let sqlState: String?
    let message: String
    /// Whether the failure concerns only one request. Other requests may succeed.
    private(set) var isAlone = false
    let hindrance: Hindrance?

    init(_ kind: Kind, sqlState: String? = nil, _ message: String, hindrance: Hindrance? = nil) {
        self.kind = kind
        self.sqlState = sqlState
        self.message = message
        self.hindrance = hindrance ?? sqlState.flatMap { Self.hindrance(of: $0) }
    }

    /// Creates a failure and determines its kind from the server's code.
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
        case .lost, .unresponsive, .refused, .unusable, .pooled: false
        }
    }

    /// Whether the connection is unusable.
    var isOfConnection: Bool {
        switch kind {
        case .lost, .unresponsive: true
        case .conflict, .content, .refused, .unusable, .pooled: false
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

    /// Returns the kind of a code from PostgreSQL's manual, appendix A.
    private static func kind(of sqlState: String) -> Kind {
        switch sqlState {
        // A serialization failure, a deadlock, a cancelled statement, a lock timeout, and a row with the same UDID from
        // an earlier attempt that was still in progress.
        case "40001", "40P01", "57014", "55P03", "23505": .conflict
        // Too many connections, a read-only server, a server that shuts down, crashes or starts up, and an idle session
        // that timed out.
        case "53300", "25006", "57P01", "57P02", "57P03", "57P05": .lost
        // A lost prepared statement, a changed plan or table, and an aborted or expired transaction. A new connection
        // resets the state.
        case "26000", "0A000", "3F000", "42P01", "42703", "25P02", "25P03": .lost
        case _ where sqlState.hasPrefix("08"): .lost
        // Data that does not fit, a constraint, a view's check, and errors raised by a trigger.
        case _ where ["22", "23", "44", "P0"].contains { sqlState.hasPrefix($0) }: .content
        case _: .refused
        }
    }
}

extension PostgreSQLFailure {
    /// Returns the error that registries throw. `writes` is whether the request would have written data.
    func wrapped(writes: Bool, _ address: PostgreSQLAddress) -> ErrorWrapper {
        let location = address.description
        let error: SystemErrors.DataStore =
            switch kind {
            case .unusable: .damaged(location: location, content: .database)
            case .lost, .unresponsive, .conflict, .content, .refused, .pooled:
                writes
                    ? .unwritable(location: location, content: .database)
                    : .unreadable(location: location, content: .database)
            }
        return .system(
            error: .dataStore(error),
            causedBy: isAlone ? RefusedAlone(causedBy: self) : self)
    }
}

/// A period during which no connection could be opened.
struct PostgreSQLOutage: Sendable {
    /// The beginning, in the time of the pool's clock.
    let since: Duration
    private(set) var failure: PostgreSQLFailure
    /// The number of successive failed attempts.
    private(set) var attempts = 0
    /// The earliest time of the next attempt.
    private(set) var pauseEnd: Duration

    /// The pauses between attempts. They are short at first, because a server that has just stopped is usually
    /// restarting. They are randomised to spread the return of its clients.
    private static let pauses = Backoff(first: .milliseconds(50), longest: .milliseconds(500))

    init(since: Duration, failure: PostgreSQLFailure) {
        self.since = since
        self.failure = failure
        pauseEnd = since
    }

    mutating func addAttempt(_ failure: PostgreSQLFailure, at time: Duration, _ randomSource: any RandomSource) {
        attempts += 1
        self.failure = failure
        pauseEnd = time + Self.pauses.pause(after: attempts, randomSource)
    }

    /// Whether to fail immediately, because others have already waited in vain, or a person must repair the database.
    func isKnown(at time: Duration, timeout: Duration) -> Bool {
        switch failure.kind {
        case .unusable, .pooled: true
        case .lost, .unresponsive, .conflict, .content, .refused: time - since >= timeout
        }
    }
}
#endif
