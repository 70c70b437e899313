#if Server
import Usecases
import UsecasesTerminal

/// Where the service keeps what it registers, as it is configured.
package struct DatabaseSettings: Sendable, Hashable {
    package var address = ServerDatabase.sqlite("devices.sqlite")
    /// How many connections to a PostgreSQL database are kept.
    package var connections = 4
    /// The directory of the database, if the address does not name one.
    var directory: String?
}

extension ServerSettings {
    package var database: ServerDatabase {
        get { databases.address }
        set { databases.address = newValue }
    }

    /// All other settings have their defaults.
    package init(database: ServerDatabase) {
        self.init()
        self.database = database
    }
}

extension ServerConfiguration {
    /// `stateDirectory` is where the database is if nothing says otherwise.
    mutating func completeDatabase(in stateDirectory: String) {
        guard given[.databaseAddress] == nil || spoilt.contains(.databaseAddress) else { return }
        settings.database = .sqlite((settings.databases.directory ?? stateDirectory) + "/devices.sqlite")
    }
}

extension ServerSettingRow {
    static let rowsOfDatabase = [
        Self(
            .databaseAddress, \.database, .database, isSecret: true,
            otherwise: Sentence(en: "devices.sqlite in the state directory", ja: "状態のディレクトリにあるdevices.sqlite"),
            en: "Where registrations are kept.", ja: "登録の置き場所。"),
        Self(
            .databasePool, \.databases.connections, .integer(in: 1...100, valueName: "1-100"),
            en: "How many connections to PostgreSQL are kept.", ja: "PostgreSQLとの間に保つ接続の数。"),
        Self(
            .databaseDirectory, \.databases.directory, .directory,
            otherwise: CommonOptions<CompositionRoot>.stateDirectory,
            en: "The directory of the database, unless --database names one.",
            ja: "--database がデータベースを指定しないときの、データベースのディレクトリ。"),
    ]
}

extension SettingKind<ServerDatabase> {
    fileprivate static let database = Self(
        allowed: Sentence(
            en: "sqlite:FILE or the address of a PostgreSQL database, postgres://…",
            ja: "sqlite:ファイル か、PostgreSQLデータベースのアドレス postgres://… "),
        valueName: "sqlite:file|postgres://…", isDecisive: true, parse: { ServerDatabase(setting: $0) },
        text: { "\($0)" })
}

extension SettingKind<String?> {
    /// It is part of the path of the database, and not told beside it.
    fileprivate static let directory = Self(
        allowed: Sentence(en: "the path of a directory", ja: "ディレクトリのパス"), valueName: "dir", isDecisive: true,
        parse: { $0 }, text: { _ in nil })
}
#endif
