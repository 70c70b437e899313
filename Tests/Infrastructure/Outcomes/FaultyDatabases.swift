#if Server
import CalearningInfrastructure
import Foundation
import GRDB
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// A database for each fault that can happen to it.
enum FaultyDatabases {
    /// Provides each database with a closure that brings its fault about.
    static func each(
        faultyIn tables: [String], _ body: (any RegistryDatabase, () throws -> Void) async throws -> Void
    ) async throws {
        for fault in SQLiteFault.allCases {
            let directory = TemporaryDirectory()
            let path = directory.path + "/devices.sqlite"
            let clock = ManualClock()
            let database = try SQLiteDatabase.fixture(at: path, clock: clock)
            try await body(database) {
                try fault.befall(tables, at: path, closing: database)
                // An earlier check of the files no longer counts.
                clock.advance(by: .milliseconds(5))
            }
            try? database.close(within: .seconds(5))
        }
        try await eachInPostgreSQL(faultyIn: tables, body)
    }
}

private enum SQLiteFault: CaseIterable {
    case closed, removed, refusing

    func befall(_ tables: [String], at path: String, closing database: SQLiteDatabase) throws {
        switch self {
        case .closed: try database.close(within: .seconds(5))
        case .removed: unlink(path)
        case .refusing:
            try DatabaseQueue(path: path).writeWithoutTransaction { db in
                for table in tables {
                    for event in ["INSERT", "UPDATE", "DELETE"] {
                        try db.execute(
                            sql: """
                                CREATE TRIGGER refuse_\(event)_\(table) BEFORE \(event) ON \(table)
                                BEGIN SELECT RAISE(ABORT, 'not this one'); END
                                """)
                    }
                }
            }
        }
    }
}

extension FaultyDatabases {
    private static func eachInPostgreSQL(
        faultyIn tables: [String], _ body: (any RegistryDatabase, () throws -> Void) async throws -> Void
    ) async throws {
        for isClosed in [false, true] {
            let sandbox = try PostgreSQLSandbox()
            let database = try PostgreSQLDatabase.fixture(at: sandbox.url)
            try await body(database) {
                if isClosed { database.close(within: .zero) } else { try sandbox.refuseChanges(of: tables) }
            }
            database.close(within: .zero)
        }
    }
}
#endif
