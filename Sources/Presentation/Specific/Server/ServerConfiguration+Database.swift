#if Server
import Domain

extension ServerConfiguration {
    /// `stateDirectory` is where the database is if nothing says otherwise.
    mutating func parseDatabase(in stateDirectory: String) {
        let directory =
            parsed(.databaseDirectory, allowed: Sentence(en: "the path of a directory", ja: "ディレクトリのパス")) { $0 }
            ?? stateDirectory
        settings.database =
            parsed(
                .databaseAddress,
                allowed: Sentence(
                    en: "sqlite:FILE or the address of a PostgreSQL database, postgres://…",
                    ja: "sqlite:ファイル か、PostgreSQLデータベースのアドレス postgres://… "),
                isSecret: true
            ) { ServerDatabase(setting: $0) } ?? .sqlite(directory + "/devices.sqlite")
        settings.databaseConnections = integer(.databasePool, in: 1...100) ?? settings.databaseConnections
    }
}
#endif
