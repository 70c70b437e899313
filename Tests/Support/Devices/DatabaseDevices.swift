#if Server
import CoreMetrics
import CalearningDomain
import CalearningInfrastructure
import Logging
import Usecases
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

typealias SQLiteDeviceRegistry = DatabaseDevices<SQLiteDatabase>
typealias PostgreSQLDeviceRegistry = DatabaseDevices<PostgreSQLDatabase>

/// The devices of a database, one by one or in batches.
struct DatabaseDevices<Database: RegistryDatabase>: DeviceRegistry {
    let database: Database

    func registration(under key: InstallationKey) async throws(ErrorWrapper) -> Registration? {
        try await database.deviceRegistry.registration(under: key)
    }

    func record(_ registration: Registration) async throws(ErrorWrapper) -> Registration {
        try await database.deviceRegistry.record(registration)
    }

    func check() async throws(ErrorWrapper) { try await database.deviceRegistry.check() }

    func perform(_ operations: [RegistryOperation]) throws(ErrorWrapper) -> [Result<Registration?, ErrorWrapper>] {
        try database.perform(operations)
    }

    /// Returns the answers to all operations. Throws the first error.
    func answers(to operations: [RegistryOperation]) throws -> [Registration?] {
        try perform(operations).map { try $0.get() }
    }

    func close(within limit: Duration = .seconds(5)) throws(ErrorWrapper) { try database.close(within: limit) }
}

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
        Self(database: try SQLiteDatabase.fixture(at: path, clock: clock, log: log))
    }
}

extension PostgreSQLDatabase {
    static func fixture(
        at url: String, timeout: Duration = .seconds(10), metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        log: RecordedLog = RecordedLog()
    ) throws -> Self {
        var limits = Limits()
        limits.batch = timeout
        return PostgreSQLDatabase(
            address: try PostgreSQLAddress(url), limits: limits, clock: SystemClock(),
            randomSource: SeededRandomSource(), metrics: metrics, logger: log.logger)
    }
}

extension PostgreSQLDeviceRegistry {
    static func fixture(
        at url: String, timeout: Duration = .seconds(10), metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        log: RecordedLog = RecordedLog()
    ) throws -> Self {
        Self(database: try PostgreSQLDatabase.fixture(at: url, timeout: timeout, metrics: metrics, log: log))
    }

    func close() { database.close(within: .zero) }
}
#endif
