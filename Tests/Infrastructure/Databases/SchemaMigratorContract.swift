#if Server
import CalearningDomain
import CalearningInfrastructure
import Foundation
import GRDB
import Testing
import Usecases
import UsecasesSystem

@testable import CalearningTestSupport

/// A database with the tables of the first version and one device.
private struct FirstVersion {
    let migrator: any SchemaMigrator
    /// Opens the database as a service does, looks the device up, and closes the database. Returns whether it was found.
    let serve: (RecordedLog) async throws -> Bool
    /// Keeps the database.
    private let place: any Sendable

    private static let row = "INSERT INTO registrations (key, udid, kind) VALUES ('k', 'u', 11)"

    static func sqlite() throws -> FirstVersion {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/devices.sqlite"
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    PRAGMA journal_mode = WAL;
                    CREATE TABLE registrations (
                        key TEXT NOT NULL PRIMARY KEY,
                        udid TEXT NOT NULL UNIQUE,
                        kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 9999)
                    ) STRICT, WITHOUT ROWID;
                    \(row);
                    PRAGMA user_version = 1;
                    PRAGMA application_id = 0x63616c65
                    """)
        }
        try queue.close()
        return FirstVersion(
            migrator: SQLiteSchemaMigrator(of: path, clock: SystemClock()),
            serve: { log in
                let database = try SQLiteDatabase.fixture(at: path, log: log)
                defer { try? database.close(within: .seconds(5)) }
                return try await hasDevice(database)
            }, place: directory)
    }

    #if PostgreSQL
    static func postgreSQL() throws -> FirstVersion {
        let sandbox = try PostgreSQLSandbox()
        let client = try sandbox.client()
        try client.run(
            """
            CREATE TABLE registrations (
                udid text COLLATE "C" PRIMARY KEY,
                key text COLLATE "C" NOT NULL UNIQUE,
                kind smallint NOT NULL CHECK (kind BETWEEN 0 AND 9999)
            );
            \(row);
            CREATE TABLE calearning_schema (
                version integer PRIMARY KEY CHECK (version > 0),
                applied_at timestamptz NOT NULL DEFAULT now()
            );
            INSERT INTO calearning_schema (version) VALUES (1)
            """)
        return FirstVersion(
            migrator: PostgreSQLSchemaMigrator(address: try PostgreSQLAddress(sandbox.url), clock: SystemClock()),
            serve: { log in
                let database = try PostgreSQLDatabase.fixture(at: sandbox.url, log: log)
                defer { database.close(within: .zero) }
                return try await hasDevice(database)
            }, place: sandbox)
    }
    #endif

    private static func hasDevice(_ database: some RegistryDatabase) async throws -> Bool {
        guard let key = InstallationKey("k") else { return false }
        return try await database.deviceRegistry.registration(under: key)?.udid == UDID("u")
    }
}

@Suite(.timeLimit(.minutes(5))) struct 表の移行の契約 {
    #if PostgreSQL
    private static let adapters = ["SQLite", "PostgreSQL"]

    private func first(_ adapter: String) throws -> FirstVersion {
        adapter == "SQLite" ? try .sqlite() : try .postgreSQL()
    }
    #else
    private static let adapters = ["SQLite"]

    private func first(_ adapter: String) throws -> FirstVersion { try .sqlite() }
    #endif

    private let whole = SchemaMigration(from: 1, to: DatabaseSchema.version)
    private let current = SchemaMigration(from: DatabaseSchema.version, to: DatabaseSchema.version)

    @Test(arguments: adapters)
    func 調べても変わらず_移行は一度だけで_データは残る(adapter: String) async throws {
        let database = try first(adapter)

        for _ in 1...2 { try await expect(database.migrator.pending(), equals: whole) }
        try await expect(database.migrator.migrate(), equals: whole)
        try await expect(database.migrator.pending(), equals: current)
        try await expect(database.migrator.migrate(), equals: current)

        let log = RecordedLog()
        try await expect(database.serve(log), equals: true)
        #expect(!log.lines.contains { $0.contains("migrated") })
    }

    @Test(arguments: adapters)
    func 同時に移行しても_一つだけが移行する(adapter: String) async throws {
        let database = try first(adapter)
        let migrator = database.migrator

        let migrations = try await withThrowingTaskGroup(of: SchemaMigration.self) { group in
            for _ in 1...8 { group.addTask { try await migrator.migrate() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(migrations.count { $0 == whole } == 1 && migrations.count { $0 == current } == 7, "\(migrations)")
    }

    @Test(arguments: adapters)
    func サービスの移行はログに残る(adapter: String) async throws {
        let database = try first(adapter)
        let log = RecordedLog()

        try await expect(database.serve(log), equals: true)

        let lines = log.lines.filter { $0.contains("migrated") }
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("notice: the database was migrated") == true)
        #expect(lines.first?.contains("from=1 to=\(DatabaseSchema.version)") == true)
        try await expect(database.migrator.pending(), equals: current)
    }

    @Test func データベースがなければ作らずに断る() async throws {
        let directory = try TemporaryDirectory()
        let migrator = SQLiteSchemaMigrator(of: directory.path + "/devices.sqlite", clock: SystemClock())

        await #expect(throws: ErrorWrapper.self) { try await migrator.pending() }
        await #expect(throws: ErrorWrapper.self) { try await migrator.migrate() }

        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }
}
#endif
