import Foundation
import GRDB
public import UsecasesEngine
package import UsecasesRuns
import UsecasesStorage
package import UsecasesSystem

/// A data store in a SQLite database, with a row for each value. All processes of a machine can share it.
///
/// A change is one transaction. It is on disk when it returns, or has changed nothing. The durable runs of a service are
/// in tables of their own.
package actor SQLiteDataStore: DocumentStore {
    package nonisolated let kind: StoreContent? = StoreContent(
        "database", otherwise: Sentence("You can name another directory with --state-dir."),
        noun: Sentence("SQLite database"))
    /// The path of the database.
    package nonisolated let location: String
    private let directory: String
    private let timeout: Duration
    private var queue: DatabaseQueue?
    /// SQLite blocks its thread, and the threads of tasks must not block.
    private let executor = BlockingExecutor(label: "starter.sqlite")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a store in the file `store.sqlite` of this directory. The first operation creates what is missing. `timeout`
    /// is the time that an operation waits for other processes.
    package init(in directory: String, timeout: Duration = .seconds(5)) {
        self.directory = directory
        self.timeout = timeout
        location = directory + "/store.sqlite"
    }

    package func values(under name: String) throws(ErrorWrapper) -> [String: JSON] {
        try perform(orThrow: .unreadable(location: location, content: kind)) { queue in
            try queue.read { db in try Self.values(under: [name], in: db) }
        }
    }

    package func update<Answer: Sendable>(
        _ names: [String], _ change: @escaping @Sendable (inout [String: JSON]) throws(ErrorWrapper) -> Answer
    ) throws(ErrorWrapper) -> Answer {
        try perform(orThrow: .unwritable(location: location, content: kind)) { queue in
            // The transaction begins with the lock for writing, so no other process can come between.
            try queue.write { db in
                let stored = try Self.values(under: names, in: db)
                var values = stored
                let answer = try change(&values)
                for name in names where values[name] != stored[name] {
                    if let value = values[name] {
                        let text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
                        try db.execute(sql: "REPLACE INTO store (name, value) VALUES (?, ?)", arguments: [name, text])
                    } else {
                        try db.execute(sql: "DELETE FROM store WHERE name = ?", arguments: [name])
                    }
                }
                return answer
            }
        }
    }

    /// The queue of durable runs.
    package nonisolated var runs: any RunQueue {
        SQLiteRunQueue(at: location) { statement, parameters throws(ErrorWrapper) in
            try await self.execute(statement, parameters)
        }
    }

    private func execute(_ statement: String, _ parameters: [String?]) throws(ErrorWrapper) -> [[String?]] {
        try perform(orThrow: .unwritable(location: location, content: kind)) { queue in
            try queue.write { db in
                try Row.fetchAll(db, sql: statement, arguments: StatementArguments(parameters)).map { row in
                    row.databaseValues.map { String.fromDatabaseValue($0) }
                }
            }
        }
    }

    private static func values(under names: [String], in db: Database) throws -> [String: JSON] {
        var values: [String: JSON] = [:]
        for name in names {
            let text = try String.fetchOne(db, sql: "SELECT value FROM store WHERE name = ?", arguments: [name])
            values[name] = try text.map { try JSONDecoder().decode(JSON.self, from: Data($0.utf8)) }
        }
        return values
    }

    private func perform<Answer>(
        orThrow failure: SystemErrors.DataStore, _ body: (DatabaseQueue) throws -> Answer
    ) throws(ErrorWrapper) -> Answer {
        do {
            return try body(opened())
        } catch let error as ErrorWrapper {
            throw error
        } catch {
            let isDamage =
                switch error {
                case let error as DatabaseError: [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode)
                default: error is DecodingError
                }
            throw .system(
                error: .dataStore(isDamage ? .damaged(location: location, content: kind) : failure), causedBy: error)
        }
    }

    private func opened() throws -> DatabaseQueue {
        if let queue { return queue }
        try PrivateDirectory.own(directory)
        // All users could read a file that SQLite creates. An existing file is not opened here, because closing it would
        // release the locks of the process.
        _ = try? FileDescriptor(location, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        var configuration = Configuration()
        configuration.busyMode = .timeout(timeout / .seconds(1))
        let opened = try DatabaseQueue(path: location, configuration: configuration)
        try opened.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS store (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT;
                    \(SQLiteRunQueue.schema)
                    """)
        }
        queue = opened
        return opened
    }
}

extension SQLiteDataStore: TimeBounded {
    package nonisolated func longest(_ operation: OperationName) -> Duration? { timeout }
}

/// The advice to the user depends on the hindrance.
extension DatabaseError: @retroactive HinderedError {
    var hindrance: Hindrance? {
        switch resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: .heldLock
        case .SQLITE_FULL: .noSpace
        case .SQLITE_READONLY: .readOnly
        default: nil
        }
    }
}
