#if Server
import CalearningDomain
import CalearningInfrastructure
import Foundation
import GRDB
import UsecasesSystem
import UsecasesTestSupport

@testable import CalearningTestSupport

enum DatabaseKind: CaseIterable, Sendable {
    case sqlite, postgreSQL
}

/// A separate database for one test, with another connection to it.
struct DatabasePlace {
    struct Dialect {
        /// Creates the tables of the first version, with the device `u` under the key `k`.
        let firstVersion: String
        /// Selects the digests of the sessions in hexadecimal digits.
        let digests: String
        /// Selects each table and its columns, with a space between.
        let columns: String
        /// Makes a table with UDIDs refuse the new rows that satisfy a condition.
        let refusal: (_ table: String, _ condition: String) -> String
        /// Whether these are the causes of the error for the refused row of this UDID. SQLite's message has no UDID.
        let isRefusal: (_ causes: [String], _ udid: UDID) -> Bool
    }

    /// The path or address in errors.
    let location: String
    let dialect: Dialect
    let migrator: any SchemaMigrator
    let open: (RecordedLog) throws -> any RegistryDatabase
    let execute: (String) throws -> Void
    /// Returns the first column of the rows.
    let texts: (String) throws -> [String]
    /// Returns a text that changes when a session is written.
    let sessionsVersion: () throws -> String

    func count(of table: String) throws -> Int? {
        try texts("SELECT CAST(count(*) AS TEXT) FROM \(table)").first.flatMap { Int($0) }
    }

    /// Provides the open database, and closes it when the body has finished.
    func withDatabase(
        log: RecordedLog = RecordedLog(), _ body: (any RegistryDatabase) async throws -> Void
    ) async throws {
        let database = try open(log)
        try await body(database)
        try database.close(within: .seconds(5))
    }

    private static func sqlite() throws -> DatabasePlace {
        let directory = TemporaryDirectory()
        let path = directory.path + "/devices.sqlite"
        return DatabasePlace(
            location: path, dialect: .sqlite, migrator: SQLiteSchemaMigrator(of: path, clock: SystemClock()),
            open: { [directory] log in try SQLiteDatabase.fixture(at: directory.path + "/devices.sqlite", log: log) },
            execute: { sql in try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: sql) } },
            texts: { sql in try DatabaseQueue(path: path).read { try String.fetchAll($0, sql: sql) } },
            sessionsVersion: { "\(try Data(contentsOf: URL(filePath: path + "-wal")).count)" })
    }
}

extension DatabasePlace.Dialect {
    private static let refusedAlone = "the database refuses this request alone"

    fileprivate static var sqlite: Self {
        Self(
            firstVersion: """
                PRAGMA journal_mode = WAL;
                CREATE TABLE registrations (
                    key TEXT NOT NULL PRIMARY KEY,
                    udid TEXT NOT NULL UNIQUE,
                    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 9999)
                ) STRICT, WITHOUT ROWID;
                INSERT INTO registrations (key, udid, kind) VALUES ('k', 'u', 11);
                PRAGMA user_version = 1;
                PRAGMA application_id = 0x63616c65
                """,
            digests: "SELECT lower(hex(digest)) FROM sessions",
            columns: """
                SELECT m.name || ' ' || c.name FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table'
                """,
            refusal: { table, condition in
                """
                CREATE TRIGGER refuse BEFORE INSERT ON \(table) WHEN \(condition)
                BEGIN SELECT RAISE(ABORT, 'not this one'); END
                """
            },
            isRefusal: { causes, _ in
                causes.first == Self.refusedAlone && causes.last?.contains("not this one") == true
            })
    }
}

extension DatabasePlace {
    init(_ kind: DatabaseKind) throws {
        switch kind {
        case .sqlite: self = try .sqlite()
        case .postgreSQL: self = try .postgreSQL()
        }
    }

    private static func postgreSQL() throws -> DatabasePlace {
        let sandbox = try PostgreSQLSandbox()
        let address = try PostgreSQLAddress(sandbox.url)
        return DatabasePlace(
            location: "\(address)", dialect: .postgreSQL,
            migrator: PostgreSQLSchemaMigrator(address: address, clock: SystemClock()),
            open: { log in try PostgreSQLDatabase.fixture(at: sandbox.url, log: log) },
            execute: { sql in try sandbox.client().run(sql) },
            texts: { sql in try sandbox.client().run(sql).map { $0[0] } },
            sessionsVersion: { "\(try sandbox.client().run("SELECT xmin, ctid FROM sessions"))" })
    }
}

extension DatabasePlace.Dialect {
    fileprivate static var postgreSQL: Self {
        Self(
            firstVersion: """
                CREATE TABLE registrations (
                    udid text COLLATE "C" PRIMARY KEY,
                    key text COLLATE "C" NOT NULL UNIQUE,
                    kind smallint NOT NULL CHECK (kind BETWEEN 0 AND 9999)
                );
                INSERT INTO registrations (key, udid, kind) VALUES ('k', 'u', 11);
                CREATE TABLE calearning_schema (
                    version integer PRIMARY KEY CHECK (version > 0),
                    applied_at timestamptz NOT NULL DEFAULT now()
                );
                INSERT INTO calearning_schema (version) VALUES (1)
                """,
            digests: "SELECT encode(digest, 'hex') FROM sessions",
            columns: """
                SELECT table_name || ' ' || column_name FROM information_schema.columns
                WHERE table_schema = current_schema() AND table_name <> 'calearning_schema' AND is_identity = 'NO'
                """,
            refusal: { table, condition in
                """
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                    $$ BEGIN RAISE EXCEPTION 'not this one: %', NEW.udid; END $$;
                CREATE TRIGGER refuse BEFORE INSERT ON \(table) FOR EACH ROW WHEN (\(condition))
                    EXECUTE FUNCTION refuse()
                """
            },
            isRefusal: { causes, udid in
                causes == [Self.refusedAlone, "not this one: \(udid) (SQLSTATE P0001)"]
            })
    }
}
#endif
