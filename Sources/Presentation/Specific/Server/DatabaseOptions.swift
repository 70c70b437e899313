#if Server
import ArgumentParser
import Domain

/// The options of `serve` that say where registrations are kept, as they were typed.
struct DatabaseOptions: ParsableArguments {
    @Option(help: .database)
    var database: String?

    @Option(
        help: ArgumentHelp(
            Sentence(en: "How many connections to PostgreSQL are kept.", ja: "PostgreSQLとの間に保つ接続の数。"),
            variables: ServerSetting.databasePool.variable, otherwise: Sentence("4"), valueName: "1-100"))
    var databaseConnections: String?

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "The directory of the database, unless --database names one.",
                ja: "--database がデータベースを指定しないときの、データベースのディレクトリ。"), variables: ServerSetting.databaseDirectory.variable,
            otherwise: CommonOptions.stateDirectory, valueName: "dir"))
    var stateDir: String?

    var typed: [ServerSetting: String?] {
        [.databaseAddress: database, .databasePool: databaseConnections, .databaseDirectory: stateDir]
    }
}

extension ArgumentHelp {
    static var database: ArgumentHelp {
        ArgumentHelp(
            Sentence(en: "Where registrations are kept.", ja: "登録の置き場所。"),
            variables: ServerSetting.databaseAddress.variable,
            otherwise: Sentence(en: "devices.sqlite in the state directory", ja: "状態のディレクトリにあるdevices.sqlite"),
            valueName: "sqlite:file|postgres://…")
    }
}

extension ServerSetting {
    /// Those of the database that are numbers.
    static let numbersOfDatabase: Set<ServerSetting> = [.databasePool]
}
#endif
