import Foundation
package import UsecasesEngine
package import UsecasesRuns
import UsecasesStorage
package import UsecasesSystem

/// A data store in a PostgreSQL database, with a row for each value. Servers on several machines can share it.
///
/// A change is one transaction. It is on the disk of the server when it returns, or has changed nothing. The error of a
/// change whose outcome is unknown says so. Absurd keeps the durable runs of a service, in a schema of its own.
package actor PostgreSQLDataStore: DocumentStore {
    package nonisolated let kind: StoreContent? = StoreContent(
        "database",
        otherwise: Sentence("STARTER_DATABASE has the address, such as postgres://user:password@host/database."),
        noun: Sentence("PostgreSQL database"))
    /// The kind of content, for a change that was made or not.
    package static let undecided = StoreContent(
        "undecided", otherwise: Sentence("Check the value first."),
        unwritten: Sentence("The connection was lost, and whether this change was made is not known."))
    /// The parts of the address that are not secret.
    package nonisolated let location: String
    private let address: Secret?
    private let timeout: Duration
    private var connection: PostgreSQLConnection?
    /// libpq blocks its thread, and the threads of tasks must not block.
    private let executor = BlockingExecutor(label: "starter.postgresql")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a store in the database at this address. The first operation connects, and creates the table. `timeout` is
    /// the time to connect to a host, and to wait for other processes.
    package init(at address: Secret, timeout: Duration = .seconds(5)) {
        let place = PostgreSQLConnection.place(in: address)
        (location, self.address) = (place ?? "PostgreSQL", place.map { _ in address })
        self.timeout = timeout
    }

    package func values(under name: String) throws(ErrorWrapper) -> [String: JSON] {
        try perform(orThrow: .unreadable(location: location, content: kind)) { connection in
            try connection.begin()
            let rows = try Self.rows(named: [name], on: connection)
            try connection.run("COMMIT")
            return try Self.values(in: rows)
        }
    }

    /// If the connection is lost, and nothing was changed, runs `change` again.
    package func update<Answer: Sendable>(
        _ names: [String], _ change: @escaping @Sendable (inout [String: JSON]) throws(ErrorWrapper) -> Answer
    ) throws(ErrorWrapper) -> Answer {
        try perform(orThrow: .unwritable(location: location, content: kind)) { connection in
            let rows = try Self.lock(names, on: connection)
            let stored = try Self.values(in: rows)
            var values = stored
            let answer = try change(&values)
            let (id, changed) = (UUID().uuidString, names.filter { values[$0] != stored[$0] })
            for name in changed {
                let text = try values[name].map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
                try connection.run(
                    """
                    INSERT INTO store (name, value, change) VALUES ($1, $2, $3)
                    ON CONFLICT (name) DO UPDATE SET value = excluded.value, change = excluded.change
                    """, [name, text, id])
            }
            do {
                try connection.run("COMMIT")
            } catch let error as PostgreSQLError where error.isLost && !changed.isEmpty {
                guard try isCommitted(id, of: changed, after: rows) else { throw error }
            }
            return answer
        }
    }

    /// The queue of durable runs. `absurdctl` creates it.
    package nonisolated var runs: any RunQueue {
        AbsurdRunQueue("starter", at: location) { statement, parameters throws(ErrorWrapper) in
            try await self.execute(statement, parameters)
        }
    }

    private func execute(_ statement: String, _ parameters: [String?]) throws(ErrorWrapper) -> [[String?]] {
        try perform(orThrow: .unwritable(location: location, content: kind)) { connection in
            try connection.begin()
            let rows = try connection.run(statement, parameters)
            try connection.run("COMMIT")
            return rows
        }
    }

    /// The text of a value, and the last change of it. A deleted value is `nil`, and its row stays, so that a change
    /// whose commit was not answered is found.
    private typealias Row = (value: String?, change: String)

    private static func rows(
        named names: [String], on connection: PostgreSQLConnection
    ) throws(PostgreSQLError) -> [String: Row] {
        var rows: [String: Row] = [:]
        for name in names {
            let found = try connection.run("SELECT value, change FROM store WHERE name = $1", [name]).first
            rows[name] = found.map { ($0[0], $0[1] ?? "") }
        }
        return rows
    }

    /// Begins a transaction and returns the rows. Until its end, no other process writes them.
    private static func lock(
        _ names: [String], on connection: PostgreSQLConnection
    ) throws(PostgreSQLError) -> [String: Row] {
        try connection.begin()
        try connection.run("LOCK TABLE store IN SHARE ROW EXCLUSIVE MODE")
        return try rows(named: names, on: connection)
    }

    private static func values(in rows: [String: Row]) throws -> [String: JSON] {
        try rows.compactMapValues { try $0.value.map { try JSONDecoder().decode(JSON.self, from: Data($0.utf8)) } }
    }

    /// Whether a change was committed whose connection was lost meanwhile. The lock is free when its outcome is certain.
    private func isCommitted(
        _ id: String, of names: [String], after before: [String: Row]
    ) throws(ErrorWrapper) -> Bool {
        let deadline = ContinuousClock.now + timeout
        while true {
            do throws(PostgreSQLError) {
                connection = nil
                let rows = try Self.lock(names, on: try opened())
                try connection?.run("ROLLBACK")
                if names.contains(where: { rows[$0]?.change == id }) { return true }
                if names.contains(where: { rows[$0]?.change == before[$0]?.change }) { return false }
                throw PostgreSQLError("After the connection was lost during the commit, another process has written.")
            } catch {
                // The server may be restarting.
                guard error.isLost, ContinuousClock.now < deadline else {
                    throw .system(
                        error: .dataStore(.unwritable(location: location, content: Self.undecided)), causedBy: error)
                }
                usleep(100_000)
            }
        }
    }

    private func perform<Answer>(
        orThrow failure: SystemErrors.DataStore, _ body: (PostgreSQLConnection) throws -> Answer
    ) throws(ErrorWrapper) -> Answer {
        let wasConnected = connection != nil
        do {
            do {
                return try attempt(body)
            } catch let error as PostgreSQLError where error.isLost && wasConnected {
                return try attempt(body)
            }
        } catch let error as ErrorWrapper {
            throw error
        } catch {
            throw .system(
                error: .dataStore(error is DecodingError ? .damaged(location: location, content: kind) : failure),
                causedBy: error)
        }
    }

    private func attempt<Answer>(_ body: (PostgreSQLConnection) throws -> Answer) throws -> Answer {
        do {
            return try body(opened())
        } catch {
            let isLost = (error as? PostgreSQLError)?.isLost ?? false
            if isLost || (try? connection?.run("ROLLBACK")) == nil { connection = nil }
            throw error
        }
    }

    private func opened() throws(PostgreSQLError) -> PostgreSQLConnection {
        if let connection { return connection }
        guard let address else {
            throw PostgreSQLError(
                "The address is malformed. In a password, write %40 instead of @, and %2F instead of /.")
        }
        let opened = try PostgreSQLConnection(to: address, timeout: timeout)
        // A role without the right to create tables can use an existing one.
        if try opened.run("SELECT to_regclass('store') IS NULL") == [["t"]] {
            try opened.begin()
            // Only one of several processes creates it.
            try opened.run(
                """
                SELECT pg_advisory_xact_lock(hashtext('starter.store'));
                CREATE TABLE IF NOT EXISTS store (name text PRIMARY KEY, value text, change text NOT NULL);
                COMMIT
                """)
        }
        connection = opened
        return opened
    }
}

extension PostgreSQLDataStore: TimeBounded {
    /// The time to connect, to wait for the lock and to commit, and to do so again after a lost connection.
    package nonisolated func longest(_ operation: OperationName) -> Duration? { timeout * 6 }
}
