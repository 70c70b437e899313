#if Server && !PostgreSQL
package import ArgumentParser
import CalearningDomain
import CalearningInfrastructure
import Logging
import Metrics
package import Usecases

extension CompositionRoot {
    /// Throws a usage error, because this build does not contain PostgreSQL.
    static func postgreSQLDatabase(
        at address: Secret, connections: Int, clock: any Clock, randomSource: any RandomSource,
        metrics: any MetricsFactory, logger: Logger
    ) throws -> any RegistryDatabase {
        throw ValidationError(missingPostgreSQL.text(in: .spoken))
    }

    static func postgreSQLMigrator(at address: Secret, clock: any Clock) throws -> any SchemaMigrator {
        throw ValidationError(missingPostgreSQL.text(in: .spoken))
    }

    /// Returns the problem of any address. This build does not contain PostgreSQL.
    static func postgreSQLProblem(of address: Secret) -> Sentence? { missingPostgreSQL }

    static func postgreSQLRemark(on address: Secret) -> Sentence? { nil }

    private static let missingPostgreSQL = Sentence(
        en: "PostgreSQL is not part of this build: build it in with `swift build --traits PostgreSQL`",
        ja: "このビルドにはPostgreSQLが含まれていません。`swift build --traits PostgreSQL`でビルドしてください")
}
#endif
