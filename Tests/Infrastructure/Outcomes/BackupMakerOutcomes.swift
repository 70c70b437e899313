#if Server
import CalearningDomain
import GRDB
import CalearningInfrastructure
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

enum BackupMakerOutcomes: OutcomeProducer {
    static let port = Port<any BackupMaker>.name

    static func produce(for outcomes: ProducedOutcomes) async throws {
        let directory = TemporaryDirectory()
        let path = directory.path + "/devices.sqlite"
        let maker = outcomes.port(
            \.backupMaker, SQLiteBackupMaker(of: path, clock: SystemClock(), randomSource: SeededRandomSource()))
        let ask = { (name: String) in _ = try? await maker.backUp(to: directory.path + "/" + name) }
        await ask("before")
        try SQLiteDeviceRegistry.fixture(at: path).close()
        await ask("backup")
        await ask("backup")
        await ask("no/such/folder")
        try await DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
        await ask("newer")
    }
}
#endif
