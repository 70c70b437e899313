#if Server
import ArgumentParser
import CalearningDomain
import CalearningInfrastructure
import Logging
import Metrics
import UsecasesEngine
import UsecasesSystem
import UsecasesTerminal

extension CompositionRoot {
    /// Returns the database. Throws a usage error for an invalid address. Does not check whether the database answers.
    static func postgreSQLDatabase(
        at address: Secret, connections: Int, clock: any Clock, randomSource: any RandomSource,
        metrics: any MetricsFactory, logger: Logger
    ) throws -> any RegistryDatabase {
        var limits = PostgreSQLDatabase.Limits()
        limits.connections = connections
        return PostgreSQLDatabase(
            address: try checked(address), limits: limits, clock: clock, randomSource: randomSource, metrics: metrics,
            logger: logger)
    }

    /// Throws a usage error for an invalid address.
    static func postgreSQLMigrator(at address: Secret, clock: any Clock) throws -> any SchemaMigrator {
        PostgreSQLSchemaMigrator(address: try checked(address), clock: clock)
    }

    private static func checked(_ address: Secret) throws -> PostgreSQLAddress {
        do {
            return try PostgreSQLAddress(address.reveal())
        } catch {
            throw ValidationError(problem(error).text(in: .spoken))
        }
    }

    /// Returns the problem of the address, or of a pooler that answers at the address within two seconds, or `nil`. Does
    /// not check whether the database answers.
    static func postgreSQLProblem(of address: Secret) -> Sentence? {
        do {
            return try PostgreSQLAddress(address.reveal()).poolerProblem(clock: SystemClock()).map {
                Sentence(en: $0, ja: "プーラがサーバの接続をほかのクライアントと共有しています: \($0)")
            }
        } catch {
            return problem(error)
        }
    }

    /// Returns a remark about the network connection to the database.
    static func postgreSQLRemark(on address: Secret) -> Sentence? {
        guard (try? PostgreSQLAddress(address.reveal()))?.trustsNetwork == true else { return nil }
        return Sentence(
            en: "the database's server need not prove who it is: add sslmode=verify-full to its address",
            ja: "データベースのサーバが本物かどうかを確かめません。アドレスに sslmode=verify-full を付けてください")
    }

    private static func problem(_ error: any Error) -> Sentence {
        switch error {
        case let unavailable as LibraryUnavailable:
            Sentence(
                en: """
                    libpq, by which PostgreSQL is used, cannot be loaded: install it (on Debian the package libpq5); \
                    \(unavailable)
                    """,
                ja: "PostgreSQLに使うlibpqを読み込めません。インストールしてください(Debianではパッケージlibpq5): \(unavailable)")
        case let invalid as PostgreSQLAddress.Invalid where invalid.problem != nil:
            invalid.problem ?? Sentence("")
        case _:
            Sentence(
                en: """
                    it is not an address of a PostgreSQL database, such as postgres://user:password@host:5432/database; \
                    @ / : ? % and # in names and passwords are written as %40 %2F %3A %3F %25 and %23
                    """,
                ja: """
                    PostgreSQLデータベースのアドレス(例: postgres://user:password@host:5432/database)ではありません。\
                    名前やパスワードに含まれる@ / : ? % #は%40 %2F %3A %3F %25 %23と書きます
                    """)
        }
    }
}
#endif
