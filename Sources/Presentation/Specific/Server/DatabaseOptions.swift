#if Server
import ArgumentParser

/// The options of `serve` that say where registrations are kept, as they were typed.
struct DatabaseOptions: ParsableArguments {
    @Option(help: .setting(.databaseAddress))
    var database: String?

    @Option(help: .setting(.databasePool))
    var databaseConnections: String?

    @Option(help: .setting(.databaseDirectory))
    var stateDir: String?

    var typed: [ServerSetting: String?] {
        [.databaseAddress: database, .databasePool: databaseConnections, .databaseDirectory: stateDir]
    }
}
#endif
