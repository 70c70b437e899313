#if Server
/// The settings of the service, by their names as options and in the configuration file.
enum ServerSetting: String, SettingName {
    case host
    case port
    case database
    case databaseConnections = "database-connections"
    case rateLimit = "rate-limit"
    case trustedProxies = "trusted-proxies"
    case maximumConnections = "maximum-connections"
    case connectionsPerAddress = "connections-per-address"
    case operators
    case idleTimeout = "idle-timeout"
    case requestTimeout = "request-timeout"
    case responseTimeout = "response-timeout"
    case shutdownTimeout = "shutdown-timeout"
    case tlsCertificate = "tls-certificate"
    case tlsKey = "tls-key"
    case logLevel = "log-level"
    case logRate = "log-rate"
    case stateDir = "state-dir"

    /// The form in which a configuration file may give the value, in addition to text.
    enum Form {
        case text
        case number
        case list
    }

    var form: Form {
        switch self {
        case .host, .database, .rateLimit, .tlsCertificate, .tlsKey, .logLevel, .logRate, .stateDir: .text
        case .port, .databaseConnections, .maximumConnections, .connectionsPerAddress, .idleTimeout, .requestTimeout,
            .responseTimeout, .shutdownTimeout:
            .number
        case .trustedProxies, .operators: .list
        }
    }

    var isDecisive: Bool {
        switch self {
        case .host, .database, .trustedProxies, .operators, .tlsCertificate, .tlsKey, .stateDir: true
        case .port, .databaseConnections, .rateLimit, .maximumConnections, .connectionsPerAddress, .idleTimeout,
            .requestTimeout, .responseTimeout, .shutdownTimeout, .logLevel, .logRate:
            false
        }
    }
}
#endif
