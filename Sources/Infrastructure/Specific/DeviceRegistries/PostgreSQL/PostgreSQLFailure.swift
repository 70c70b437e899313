#if PostgreSQL
/// What a PostgreSQL server, or the way to it, failed with, without secrets and without what was to be stored.
struct PostgreSQLFailure: Error, CustomStringConvertible {
    enum Kind: Sendable {
        /// The connection is of no more use; another may do.
        case lost
        /// Nothing was heard in time: the connection is of no more use, nor are others that are as old.
        case unresponsive
        /// Something else was in the way; the same again may go well at once.
        case conflict
        /// The server says no to what is in a row; it may take the others.
        case content
        /// The server says no, and would say so again.
        case refused
        /// What is in the database is not what this program keeps there.
        case unusable
    }

    let kind: Kind
    /// Five characters, where the server gave them.
    let sqlState: String?
    let message: String
    /// Whether it is about one request, and others may go well.
    private(set) var isAlone = false

    init(_ kind: Kind, sqlState: String? = nil, _ message: String) {
        self.kind = kind
        self.sqlState = sqlState
        self.message = message
    }

    /// By what the server said.
    init(sqlState: String, _ message: String) {
        self.init(Self.kind(of: sqlState), sqlState: sqlState, message)
    }

    var alone: PostgreSQLFailure {
        var failure = self
        failure.isAlone = true
        return failure
    }

    var description: String {
        sqlState.map { "\(message) (SQLSTATE \($0))" } ?? message
    }

    /// PostgreSQL's manual, appendix A.
    private static func kind(of sqlState: String) -> Kind {
        switch sqlState {
        // Serialization, deadlock, a cancelled statement, a lock that was not had in time, and a row of the same UDID
        // that an earlier attempt had under way.
        case "40001", "40P01", "57014", "55P03", "23505": .conflict
        // Too many connections, a server that cannot be written to, and one that shuts down, crashes or starts up.
        case "53300", "25006", "57P01", "57P02", "57P03", "57P05": .lost
        // A statement that was forgotten, a plan or a table that has changed: a new connection looks at it all anew.
        case "26000", "0A000", "3F000", "42P01", "42703", "25P02", "25P03": .lost
        case _ where sqlState.hasPrefix("08"): .lost
        // Data that do not fit, a constraint, a view's check, and what a trigger raises.
        case _ where ["22", "23", "44", "P0"].contains { sqlState.hasPrefix($0) }: .content
        case _: .refused
        }
    }
}
#endif
