#if PostgreSQL
import CPostgreSQL

/// A connection to a database, to inspect its contents and to act as another client. It blocks its thread.
final class PostgreSQLClient {
    struct Failed: Error, CustomStringConvertible { let description: String }

    private let connection: OpaquePointer

    init(_ url: String) throws {
        guard let connection = PQconnectdb(url) else { throw Failed(description: "out of memory") }
        self.connection = connection
        try check(PQstatus(connection) == CONNECTION_OK)
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
    }

    deinit {
        PQfinish(connection)
    }

    /// The rows of the last statement, as text, with "" for NULL.
    @discardableResult
    func run(_ sql: String) throws -> [[String]] {
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        try check([PGRES_TUPLES_OK, PGRES_COMMAND_OK].contains(PQresultStatus(result)))
        return (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { column in
                PQgetvalue(result, row, column).map { String(cString: $0) } ?? ""
            }
        }
    }

    private func check(_ isGood: Bool) throws {
        guard !isGood else { return }
        throw Failed(description: PQerrorMessage(connection).map { String(cString: $0) } ?? "")
    }
}
#endif
