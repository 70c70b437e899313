#if Server
/// What can be set of the service, by the name that it has as an option and in the configuration file.
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

    /// What a configuration file may give it as, beside a text.
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
