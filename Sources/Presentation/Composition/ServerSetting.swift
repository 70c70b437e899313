#if Server
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

    /// The form in which a configuration file may give the value, in addition to text.
    enum Form {
        case text
        case number
        case list
    }

    var form: Form {
        if isNumber { return .number }
        return [.trustedProxies, .operators].contains(self) ? .list : .text
    }

    var isDecisive: Bool { !isNumber && ![.rateLimit, .passwordRateLimit, .logLevel, .logRate].contains(self) }

    private var isNumber: Bool { Self.numbers.contains { $0.contains(self) } }

    private static let numbers: [Set<ServerSetting>] = [
        [
            .port, .maximumConnections, .connectionsPerAddress, .idleTimeout, .requestTimeout, .responseTimeout,
            .shutdownTimeout, .drainDelay,
        ],
        numbersOfDatabase,
    ]
}
#endif
