#if Server
import CalearningInfrastructure

@testable import CalearningTestSupport

/// A database for each fault that can happen to it.
enum FaultyDatabases {
    /// Provides each database with a closure that brings its fault about.
    static func each(
        faultyIn tables: [String], _ body: (any RegistryDatabase, () throws -> Void) async throws -> Void
    ) async throws {
        for fault in SQLiteFault.allCases {
            let directory = try TemporaryDirectory()
            let path = directory.path + "/devices.sqlite"
            let database = try SQLiteDatabase.fixture(at: path)
            try await body(database) { try fault.befall(tables, at: path, closing: database) }
            try? database.close(within: .seconds(5))
        }
        try await eachInPostgreSQL(faultyIn: tables, body)
    }
}

#if PostgreSQL
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
#else
extension FaultyDatabases {
    private static func eachInPostgreSQL(
        faultyIn tables: [String], _ body: (any RegistryDatabase, () throws -> Void) async throws -> Void
    ) async throws {}
}
#endif
#endif
