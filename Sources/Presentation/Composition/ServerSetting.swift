#if Server
import ArgumentParser
import Domain
import Usecases
import UsecasesTerminal

/// The settings of the service, by their names as options and in the configuration file.
enum ServerSetting: String, SettingName {
    case host
    case port
    case databaseAddress = "database"
    case databasePool = "database-connections"
    case rateLimit = "rate-limit"
    case passwordRateLimit = "password-rate-limit"
    case trustedProxies = "trusted-proxies"
    case maximumConnections = "maximum-connections"
    case connectionsPerAddress = "connections-per-address"
    case operators
    case idleTimeout = "idle-timeout"
    case requestTimeout = "request-timeout"
    case responseTimeout = "response-timeout"
    case shutdownTimeout = "shutdown-timeout"
    case drainDelay = "drain-delay"
    case tlsCertificate = "tls-certificate"
    case tlsKey = "tls-key"
    case logLevel = "log-level"
    case logRate = "log-rate"
    case databaseDirectory = "state-dir"

    /// All that is said of the setting. A setting without a row would be a mistake of this program.
    var row: ServerSettingRow {
        guard let row = ServerSettingRow.all.first(where: { $0.setting == self }) else {
            preconditionFailure("every setting has a row in the table: \(rawValue)")
        }
        return row
    }

    var isDecisive: Bool { row.isDecisive }
}

extension ArgumentHelp {
    /// The help of the option.
    static func setting(_ setting: ServerSetting) -> ArgumentHelp {
        let row = setting.row
        return ArgumentHelp(
            row.help, variables: setting.variable(of: .own), otherwise: row.otherwise, valueName: row.valueName)
    }
}
#endif
