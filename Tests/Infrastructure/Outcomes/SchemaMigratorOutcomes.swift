#if Server
import CalearningDomain
import CalearningInfrastructure
import Foundation
import GRDB
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

enum SchemaMigratorOutcomes: OutcomeProducer {
    static let port = Port<any SchemaMigrator>.name

    static func produce(for outcomes: ProducedOutcomes) async throws {
        let directory = TemporaryDirectory()
        let path = directory.path + "/devices.sqlite"
        let migrator = outcomes.port(\.schemaMigrator, SQLiteSchemaMigrator(of: path, clock: SystemClock()))
        let ask = {
            _ = try? await migrator.pending()
            _ = try? await migrator.migrate()
            _ = try? await migrator.pending()
        }
        await ask()
        try SQLiteDatabase.fixture(at: path).close(within: .seconds(5))
        try await execute("ALTER TABLE accounts DROP COLUMN recoverable", at: path)
        try await execute(
            """
            DROP TABLE browsers; ALTER TABLE sessions DROP COLUMN device;
            ALTER TABLE accounts DROP COLUMN recovery; ALTER TABLE accounts DROP COLUMN locked; PRAGMA user_version = 2
            """, at: path)
        await ask()
        try await execute("PRAGMA user_version = 2; ALTER TABLE accounts RENAME TO others", at: path)
        await ask()
        try await execute("PRAGMA user_version = 99", at: path)
        await ask()
        for kind in DatabaseKind.allCases {
            let place = try DatabasePlace(kind)
            let migrator = outcomes.port(\.schemaMigrator, place.migrator)
            _ = try? await migrator.pending()
            _ = try? await migrator.migrate()
            _ = try? await migrator.pending()
        }
    }

    private static func execute(_ sql: String, at path: String) async throws {
        let queue = try DatabaseQueue(path: path)
        try await queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }
}
#endif
