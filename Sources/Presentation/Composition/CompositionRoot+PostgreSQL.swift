#if PostgreSQL
import ArgumentParser
import Domain
import Infrastructure
import Logging
import Metrics

extension CompositionRoot {
    /// Throws a usage error for an invalid address; whether the database answers is found out later.
    static func postgreSQLRegistry(
        at address: Secret, connections: Int, clock: any Clock, randomSource: any RandomSource,
        metrics: any MetricsFactory, logger: Logger
    ) throws -> any BatchedDeviceRegistry {
        var limits = PostgreSQLDeviceRegistry.Limits()
        limits.connections = connections
        do {
            return PostgreSQLDeviceRegistry(
                address: try PostgreSQLAddress(address.reveal()), limits: limits, clock: clock,
                randomSource: randomSource, metrics: metrics, logger: logger)
        } catch {
            throw ValidationError("The address of the database is not valid: \(error)")
        }
    }

    /// What is wrong with the address; `nil` if nothing is. Whether the database answers is found out later.
    static func postgreSQLProblem(of address: Secret) -> String? {
        do {
            _ = try PostgreSQLAddress(address.reveal())
            return nil
        } catch {
            return "\(error)"
        }
    }
}
#endif
