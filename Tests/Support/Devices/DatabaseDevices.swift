#if Server
import CoreMetrics
import CalearningDomain
import CalearningInfrastructure
import Logging
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

typealias SQLiteDeviceRegistry = SQLiteDatabase
typealias PostgreSQLDeviceRegistry = PostgreSQLDatabase

extension RegistryDatabase {
    /// Returns the answers to all operations. Throws the first error.
    func answers(to operations: [RegistryOperation]) throws -> [Registration?] {
        try perform(operations).map { try $0.get() }
    }
}

extension SQLiteDatabase {
    static func fixture(
        at path: String, clock: any Clock = SystemClock(), log: RecordedLog = RecordedLog()
    ) throws -> Self {
        try SQLiteDatabase(
            path: path, clock: clock, metrics: NOOPMetricsHandler.instance, logger: log.logger)
    }

    static func fixture(
        in directory: TemporaryDirectory, clock: any Clock = SystemClock(), log: RecordedLog = RecordedLog()
    ) throws -> Self {
        try fixture(at: directory.path + "/devices.sqlite", clock: clock, log: log)
    }

    func close() throws(ErrorWrapper) { try close(within: .seconds(5)) }
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

    func close() { close(within: .zero) }
}
#endif
