#if PostgreSQL
package import CalearningDomain
package import Usecases

/// Keeps the registrations in a PostgreSQL database, for any number of servers: recorded registrations are as durable
/// as the database is configured to be.
package struct PostgreSQLDeviceRegistry: BatchedDeviceRegistry {
    package let database: PostgreSQLDatabase

    package func answer(to operation: RegistryOperation) async throws(ErrorWrapper) -> Registration? {
        try await database.registrations.answer(to: operation)
    }

    package func perform(
        _ operations: [RegistryOperation]
    ) throws(ErrorWrapper) -> [Result<Registration?, ErrorWrapper>] {
        try database.registrations.perform(operations)
    }
}
#endif
