#if Server
import CoreMetrics
import CalearningDomain
import CalearningInfrastructure
import Usecases
import UsecasesSystem

extension SQLiteDatabase {
    static func fixture(
        at path: String, clock: any Clock = SystemClock(), log: RecordedLog = RecordedLog()
    ) throws -> Self {
        try SQLiteDatabase(
            path: path, clock: clock, metrics: NOOPMetricsHandler.instance, logger: log.logger)
    }
}

extension SQLiteDeviceRegistry {
    static func fixture(
        in directory: TemporaryDirectory, clock: any Clock = SystemClock(), log: RecordedLog = RecordedLog()
    ) throws -> Self {
        try fixture(at: directory.path + "/devices.sqlite", clock: clock, log: log)
    }

    static func fixture(
        at path: String, clock: any Clock = SystemClock(), log: RecordedLog = RecordedLog()
    ) throws -> Self {
        try SQLiteDatabase.fixture(at: path, clock: clock, log: log).deviceRegistry
    }

    /// Provides a registry, and closes it when the body has finished.
    static func withRegistry(
        in directory: TemporaryDirectory, _ body: (any DeviceRegistry) async throws -> Void
    ) async throws {
        let registry = try fixture(in: directory)
        try await body(registry)
        try registry.close()
    }

    func durability() throws(ErrorWrapper) -> (journal: String, synchronous: Int) { try database.durability() }

    func close(within limit: Duration = .seconds(5)) throws(ErrorWrapper) { try database.close(within: limit) }
}
#endif
