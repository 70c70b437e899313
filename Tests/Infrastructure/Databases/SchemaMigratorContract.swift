#if Server
import CalearningDomain
import CalearningInfrastructure
import Foundation
import Testing
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct 表の移行の契約 {
    private let whole = SchemaMigration(from: 1, to: DatabaseSchema.version)
    private let current = SchemaMigration(from: DatabaseSchema.version, to: DatabaseSchema.version)

    /// Creates a database with the tables of the first version and one device.
    private func first(_ kind: DatabaseKind) throws -> DatabasePlace {
        let place = try DatabasePlace(kind)
        try place.execute(place.dialect.firstVersion)
        return place
    }

    /// Opens the database as a service does. It has the device, and an account can be recorded.
    private func serve(_ place: DatabasePlace, _ log: RecordedLog) async throws {
        let key = try #require(InstallationKey("k"))
        let account = StoredAccount.fixture()
        try await place.withDatabase(log: log) { database in
            let (devices, accounts) = (database, database.accountRegistry)
            try await expect(devices.registration(under: key)?.udid, equals: UDID("u"))
            try await expect(accounts.record(account, under: nil, beginning: .fixture()), equals: .recorded)
            try await expect(accounts.account(named: account.account.name), equals: account)
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func 調べても変わらず_移行は一度だけで_データは残る(kind: DatabaseKind) async throws {
        let place = try first(kind)

        for _ in 1...2 { try await expect(place.migrator.pending(), equals: whole) }
        try await expect(place.migrator.migrate(), equals: whole)
        try await expect(place.migrator.pending(), equals: current)
        try await expect(place.migrator.migrate(), equals: current)

        let log = RecordedLog()
        try await serve(place, log)
        #expect(!log.lines.contains { $0.contains("migrated") })
    }

    @Test(arguments: DatabaseKind.allCases)
    func 同時に移行しても_一つだけが移行する(kind: DatabaseKind) async throws {
        let place = try first(kind)
        let migrator = place.migrator

        let migrations = try await inParallel(8) { _ in try await migrator.migrate() }

        #expect(migrations.count { $0 == whole } == 1 && migrations.count { $0 == current } == 7, "\(migrations)")
    }

    @Test(arguments: DatabaseKind.allCases)
    func サービスの移行はログに残る(kind: DatabaseKind) async throws {
        let place = try first(kind)
        let log = RecordedLog()

        try await serve(place, log)

        let lines = log.lines.filter { $0.contains("migrated") }
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("notice: the database was migrated") == true)
        #expect(lines.first?.contains("from=1 to=\(DatabaseSchema.version)") == true)
        try await expect(place.migrator.pending(), equals: current)
    }

    @Test func データベースがなければ作らずに断る() async throws {
        let directory = TemporaryDirectory()
        let migrator = SQLiteSchemaMigrator(of: directory.path + "/devices.sqlite", clock: SystemClock())

        await #expect(throws: ErrorWrapper.self) { try await migrator.pending() }
        await #expect(throws: ErrorWrapper.self) { try await migrator.migrate() }

        try expect(FileManager.default.contentsOfDirectory(atPath: directory.path), equals: [])
    }
}
#endif
