#if Server
package import Usecases
package import UsecasesStorage

/// The rows of browsers in a PostgreSQL database, for any number of servers. Recorded rows are as durable as the
/// configuration of the database.
package struct PostgreSQLStoreTable: StoreTable {
    let database: PostgreSQLDatabase

    package var location: String { database.location }

    package func row(under cookie: [UInt8]) async throws(ErrorWrapper) -> StoreRow? {
        try await lookUp { (session, deadline) throws(PostgreSQLFailure) in
            try session.run(.browserUnderCookie, [.bytes(cookie)], by: deadline).browser()
        }
    }

    package func row(_ id: UUIDv7) async throws(ErrorWrapper) -> StoreRow? {
        try await lookUp { (session, deadline) throws(PostgreSQLFailure) in try session.browser(id, by: deadline) }
    }

    package func add(_ row: StoreRow) async throws(ErrorWrapper) {
        try await database.accounts.answer(
            to: PostgreSQLRequest<Void>.change(()) { (session, _, deadline) throws(PostgreSQLFailure) in
                _ = try session.run(.addBrowser, [.text("\(row.id)")] + row.values, by: deadline)
            })
    }

    package func replace(_ stamp: Int64, by row: StoreRow) async throws(ErrorWrapper) -> Bool {
        try await database.accounts.answer(
            to: PostgreSQLRequest<Bool>.change(false) { (session, isRepeated, deadline) throws(PostgreSQLFailure) in
                let wasTried = isRepeated
                isRepeated = true
                let replaced = try session.run(
                    .replaceBrowser, [.text("\(row.id)"), .bigInteger(stamp)] + row.values, by: deadline)
                // The update has waited for an earlier attempt. No other request has this stamp.
                guard replaced.rowCount == 0, wasTried else { return replaced.rowCount == 1 }
                return try session.browser(row.id, by: deadline) == row
            })
    }

    package func sweep(unusedSince time: Timestamp, limit: Int) async throws(ErrorWrapper) -> Int {
        try await database.accounts.answer(
            to: PostgreSQLRequest<Int>.change(()) { (session, _, deadline) throws(PostgreSQLFailure) in
                try session.run(
                    .sweepBrowsers, [.bigInteger(time.milliseconds), .bigInteger(Int64(limit))], by: deadline
                ).rowCount
            })
    }

    package func count() async throws(ErrorWrapper) -> Int {
        try await lookUp { (session, deadline) throws(PostgreSQLFailure) in
            Int(try session.run(.countBrowsers, [], by: deadline).bigInteger(row: 0, column: 0) ?? 0)
        }
    }

    private func lookUp<Answer: Sendable>(
        _ perform: @escaping @Sendable (inout PostgreSQLSession, Duration) throws(PostgreSQLFailure) -> Answer
    ) async throws(ErrorWrapper) -> Answer {
        try await database.accounts.answer(to: .lookUp(perform))
    }
}

/// The statements of browsers. Their plans must suit tables of any size.
enum PostgreSQLBrowserStatement: String, CaseIterable {
    case browserUnderCookie, browserWithID, addBrowser, replaceBrowser, sweepBrowsers, countBrowsers

    private static let columns = "id, cookie, former, stamp, used, content"

    /// The SQL that prepares the statement.
    var preparation: String { "PREPARE \"\(rawValue)\"\(types) AS \(text)" }

    private var types: String {
        switch self {
        case .browserUnderCookie: "(bytea)"
        case .browserWithID: "(text)"
        case .addBrowser: "(text, bytea, bytea, bigint, bigint, text)"
        case .replaceBrowser: "(text, bigint, bytea, bytea, bigint, bigint, text)"
        case .sweepBrowsers: "(bigint, bigint)"
        case .countBrowsers: ""
        }
    }

    private var text: String {
        switch self {
        case .browserUnderCookie:
            """
            SELECT \(Self.columns) FROM browsers WHERE cookie = $1 OR former = $1
            ORDER BY cookie = $1 DESC LIMIT 1
            """
        case .browserWithID: "SELECT \(Self.columns) FROM browsers WHERE id = $1"
        case .addBrowser:
            "INSERT INTO browsers (\(Self.columns)) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING"
        case .replaceBrowser:
            """
            UPDATE browsers SET cookie = $3, former = $4, stamp = $5, used = $6, content = $7
            WHERE id = $1 AND stamp = $2 RETURNING id
            """
        case .sweepBrowsers:
            """
            DELETE FROM browsers WHERE id = ANY (ARRAY(
                SELECT id FROM browsers WHERE used < $1 ORDER BY used LIMIT $2 FOR UPDATE SKIP LOCKED))
            RETURNING id
            """
        case .countBrowsers: "SELECT count(*) FROM browsers"
        }
    }
}

extension StoreRow {
    /// All columns but the identifier.
    fileprivate var values: [PostgreSQLValue] {
        [.bytes(cookie), .bytes(former), .bigInteger(stamp), .bigInteger(used.milliseconds), .text(content)]
    }
}

extension PostgreSQLSession {
    fileprivate mutating func run(
        _ statement: PostgreSQLBrowserStatement, _ values: [PostgreSQLValue], by deadline: Duration
    ) throws(PostgreSQLFailure) -> PostgreSQLResult {
        try run(prepared: statement.rawValue, values, by: deadline)
    }

    fileprivate mutating func browser(_ id: UUIDv7, by deadline: Duration) throws(PostgreSQLFailure) -> StoreRow? {
        try run(.browserWithID, [.text("\(id)")], by: deadline).browser()
    }
}

extension PostgreSQLResult {
    /// Returns the row of the browser, or `nil` if there is none.
    fileprivate func browser() throws(PostgreSQLFailure) -> StoreRow? {
        guard rowCount > 0, let id = text(row: 0, column: 0) else { return nil }
        guard let uuid = UUIDv7(id), let cookie = byteString(row: 0, column: 1),
            let stamp = bigInteger(row: 0, column: 3), let used = bigInteger(row: 0, column: 4),
            let content = text(row: 0, column: 5)
        else { throw .damagedRow("browsers", id: id) }
        return StoreRow(
            id: uuid, cookie: cookie, former: byteString(row: 0, column: 2), stamp: stamp,
            used: Timestamp(milliseconds: used), content: content)
    }
}
#endif
