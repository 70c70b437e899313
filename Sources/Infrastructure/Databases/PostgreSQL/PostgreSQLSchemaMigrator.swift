#if Server
package import CalearningDomain
package import UsecasesEngine
import UsecasesSystem

/// A migrator of a PostgreSQL database, with a connection for each call.
package actor PostgreSQLSchemaMigrator: SchemaMigrator {
    private let address: PostgreSQLAddress
    private let clock: any Clock
    private let limits = PostgreSQLDatabase.Limits()
    private let executor = BlockingExecutor(label: "\(Product.own.name).migration")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package init(address: PostgreSQLAddress, clock: any Clock) {
        self.address = address
        self.clock = clock
    }

    package func pending() async throws(ErrorWrapper) -> SchemaMigration {
        do throws(PostgreSQLFailure) {
            let session = try PostgreSQLSession.open(address, hosts: PostgreSQLHosts(address.hosts), clock: clock)
            session.deadline = clock.uptime + limits.batch
            let version = try PostgreSQLSchema.version(session)
            return SchemaMigration(from: version, to: max(version, DatabaseSchema.version))
        } catch {
            throw error.wrapped(writes: false, address)
        }
    }

    package func migrate() async throws(ErrorWrapper) -> SchemaMigration {
        do throws(PostgreSQLFailure) {
            let hosts = PostgreSQLHosts(address.hosts)
            return try PostgreSQLConnection.open(address, hosts: hosts, limits: limits, clock: clock).migration
        } catch {
            throw error.wrapped(writes: true, address)
        }
    }
}
#endif
