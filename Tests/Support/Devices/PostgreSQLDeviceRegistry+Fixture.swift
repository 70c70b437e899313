#if Server
import CoreMetrics
import CalearningDomain
import CalearningInfrastructure
import Logging
import UsecasesSystem
import UsecasesTesting

extension PostgreSQLDatabase {
    static func fixture(
        at url: String, timeout: Duration = .seconds(10), connections: Int = 4,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance, log: RecordedLog = RecordedLog()
    ) throws -> Self {
        var limits = Limits()
        limits.batch = timeout
        limits.connections = connections
        return PostgreSQLDatabase(
            address: try PostgreSQLAddress(url), limits: limits, clock: SystemClock(),
            randomSource: SeededRandomSource(), metrics: metrics, logger: log.logger)
    }
}

extension PostgreSQLDeviceRegistry {
    static func fixture(
        at url: String, timeout: Duration = .seconds(10), connections: Int = 4,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance, log: RecordedLog = RecordedLog()
    ) throws -> Self {
        try PostgreSQLDatabase.fixture(
            at: url, timeout: timeout, connections: connections, metrics: metrics, log: log
        ).deviceRegistry
    }

    /// Provides a registry in a separate schema, and closes it when the body has finished.
    static func withRegistry(_ body: (any DeviceRegistry) async throws -> Void) async throws {
        let sandbox = try PostgreSQLSandbox()
        let registry = try fixture(at: sandbox.url)
        try await body(registry)
        registry.close()
    }

    func close() { database.close(within: .zero) }
}
#endif
