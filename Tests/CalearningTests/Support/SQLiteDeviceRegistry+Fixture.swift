#if Server
import CoreMetrics
import Domain
import Infrastructure

extension SQLiteDeviceRegistry {
    static func fixture(in directory: TemporaryDirectory) throws -> Self {
        try fixture(at: directory.path + "/devices.sqlite")
    }

    static func fixture(at path: String) throws -> Self {
        try SQLiteDeviceRegistry(path: path, clock: SystemClock(), metrics: NOOPMetricsHandler.instance)
    }

    /// Closed when the body is done with it.
    static func withRegistry(
        in directory: TemporaryDirectory, _ body: (any DeviceRegistry) async throws -> Void
    ) async throws {
        let registry = try fixture(in: directory)
        try await body(registry)
        try registry.close()
    }
}
#endif
