#if Server
import CalearningInfrastructure
import UsecasesCPostgreSQL

/// A connection to a database, to inspect its contents and to act as a second client. It blocks its thread.
final class PostgreSQLClient {
    struct Failed: Error, CustomStringConvertible { let description: String }

    private let libpq: UnsafePointer<libpq_functions>
    private let connection: OpaquePointer

    init(_ url: String) throws {
        libpq = try PostgreSQLLibrary.installed.get().functions
        guard let connection = libpq.pointee.PQconnectdb(url) else { throw Failed(description: "out of memory") }
        self.connection = connection
        try check(libpq.pointee.PQstatus(connection) == CONNECTION_OK)
        _ = libpq.pointee.PQsetNoticeReceiver(connection, { _, _ in }, nil)
    }

    deinit {
        libpq.pointee.PQfinish(connection)
    }

    /// Runs the statements. Returns the rows of the last one as text, with "" for NULL.
    @discardableResult
    func run(_ sql: String) throws -> [[String]] {
        let result = libpq.pointee.PQexec(connection, sql)
        defer { libpq.pointee.PQclear(result) }
        try check([PGRES_TUPLES_OK, PGRES_COMMAND_OK].contains(libpq.pointee.PQresultStatus(result)))
        return (0..<libpq.pointee.PQntuples(result)).map { row in
            (0..<libpq.pointee.PQnfields(result)).map { column in
                libpq.pointee.PQgetvalue(result, row, column).map { String(cString: $0) } ?? ""
            }
        }
    }

    private func check(_ isGood: Bool) throws {
        guard !isGood else { return }
        throw Failed(description: libpq.pointee.PQerrorMessage(connection).map { String(cString: $0) } ?? "")
    }
}
#endif
