#if Server && !PostgreSQL
import ArgumentParser
import Domain
import Infrastructure
import Logging
import Metrics

extension CompositionRoot {
    /// Throws a usage error: it is not in this build.
    static func postgreSQLRegistry(
        at address: Secret, connections: Int, clock: any Clock, randomSource: any RandomSource,
        metrics: any MetricsFactory, logger: Logger
    ) throws -> any BatchedDeviceRegistry {
        throw ValidationError(
            "PostgreSQL is not part of this build: build it in with `swift build --traits PostgreSQL`.")
    }
}
#endif
