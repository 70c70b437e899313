import Foundation
import StarterCPostgreSQL
package import UsecasesEngine

/// A connection to a PostgreSQL server. It blocks its thread until the server has answered, or until its timeout.
package final class PostgreSQLConnection {
    private let connection: OpaquePointer?
    private let timeout: Duration

    /// Opens a connection. `timeout` is the time to connect to each host, at least two seconds, and for each statement.
    package init(to address: Secret, timeout: Duration) throws(PostgreSQLError) {
        let options = [
            ("fallback_application_name", "starter"), ("client_encoding", "UTF8"),
            ("connect_timeout", "\(max(2, Int(timeout / .seconds(1))))"),
            // Of several hosts, the one that is not a standby.
            ("target_session_attrs", "read-write"),
            // A server that vanished is noticed after 20 seconds. The last one is in milliseconds.
            ("keepalives_idle", "10"), ("keepalives_interval", "3"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "10000"),
            // The address replaces the options before it.
            ("dbname", address.reveal()),
        ]
        connection = withCStrings(options.map(\.0)) { names in
            withCStrings(options.map(\.1)) { PQconnectdbParams(names + [nil], $0 + [nil], 1) }
        }
        self.timeout = timeout
        guard PQstatus(connection) == CONNECTION_OK else { throw lost(message) }
        // By default, libpq prints notices.
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
    }

    deinit { PQfinish(connection) }

    /// Runs a statement, or several without parameters, and returns the rows of the last one.
    @discardableResult
    package func run(_ sql: String, _ parameters: [String?] = []) throws(PostgreSQLError) -> [[String?]] {
        let isSent = withCStrings(parameters) {
            $0.isEmpty
                ? PQsendQuery(connection, sql)
                : PQsendQueryParams(connection, sql, Int32($0.count), nil, $0, nil, nil, 0)
        }
        guard isSent == 1 else { throw lost(message) }
        var rows: [[String?]] = []
        var failure: PostgreSQLError?
        while let result = try nextResult() {
            defer { PQclear(result) }
            if [PGRES_TUPLES_OK, PGRES_COMMAND_OK].contains(PQresultStatus(result)) {
                rows = Self.rows(of: result)
            } else {
                let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
                failure = PostgreSQLError(String(cString: PQresultErrorMessage(result)), state: state)
            }
        }
        guard PQstatus(connection) == CONNECTION_OK else { throw lost(failure?.message ?? message) }
        if let failure { throw failure }
        return rows
    }

    /// Begins a transaction. It waits for locks and for its client no longer than the timeout, and is on disk after its
    /// commit.
    package func begin() throws(PostgreSQLError) {
        let limits = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]
            .map { "SET LOCAL \($0) = \(max(1, Int(timeout / .milliseconds(1))))" }
        try run("BEGIN; SET LOCAL synchronous_commit = on; \(limits.joined(separator: "; "))")
    }

    /// Returns the parts of an address that are not secret, or `nil` if it is malformed. If a password contains an `@` or
    /// a `/` that is not percent-encoded, libpq takes its rest for a host, a port or a database.
    static func place(in address: Secret) -> String? {
        guard let options = PQconninfoParse(address.reveal(), nil) else { return nil }
        defer { PQconninfoFree(options) }
        var parts: [(name: String, value: String)] = []
        var next = options
        while let name = next.pointee.keyword {
            if let value = next.pointee.val { parts.append((String(cString: name), String(cString: value))) }
            next += 1
        }
        let isMistaken = parts.contains { name, value in
            switch name {
            case "host", "dbname": value.contains("@")
            case "port": !value.allSatisfy { $0.isNumber || $0 == "," }
            case _: false
            }
        }
        let shown = parts.filter { ["user", "host", "hostaddr", "port", "dbname"].contains($0.name) }
        return isMistaken ? nil : "PostgreSQL " + shown.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
    }

    private func nextResult() throws(PostgreSQLError) -> OpaquePointer? {
        // The server reports its timeout first.
        let deadline = ContinuousClock.now + timeout + .seconds(1)
        while PQisBusy(connection) == 1 {
            var socket = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
            let rest = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
            guard rest > 0 else { throw lost("The server did not answer in time.") }
            if poll(&socket, 1, Int32(rest) + 1) > 0, PQconsumeInput(connection) == 0 { throw lost(message) }
        }
        return PQgetResult(connection)
    }

    private static func rows(of result: OpaquePointer) -> [[String?]] {
        (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { column in
                PQgetisnull(result, row, column) == 1 ? nil : String(cString: PQgetvalue(result, row, column))
            }
        }
    }

    private var message: String { String(cString: PQerrorMessage(connection)) }

    private func lost(_ message: String) -> PostgreSQLError { PostgreSQLError(message, isLost: true) }
}

/// An error of a server, or of the connection to it.
package struct PostgreSQLError: HinderedError, CustomStringConvertible {
    let message: String
    /// The SQLSTATE, if the server refused the statement.
    let state: String?
    /// Whether the connection was lost, or leads to a server that has become a standby. A new one may work.
    let isLost: Bool

    init(_ message: String, state: String? = nil, isLost: Bool = false) {
        self.message = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        self.state = state
        self.isLost = isLost || state == "25006"
    }

    package var description: String { message }

    /// The advice to the user depends on the hindrance.
    package var hindrance: Hindrance? {
        switch state {
        case "53100": .noSpace
        case "55P03", "57014": .heldLock
        case _: nil
        }
    }
}

/// Calls `body` with the texts as C strings.
private func withCStrings<Answer>(_ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Answer) -> Answer {
    let copies = texts.map { $0.flatMap { strdup($0) } }
    defer { for copy in copies { free(copy) } }
    return body(copies.map { UnsafePointer($0) })
}
