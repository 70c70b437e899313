#if Server
import Domain
import ArgumentParser

/// The options of `serve`, as they were typed; ``ServerConfiguration`` interprets them.
struct ServerOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The address to listen on.", discussion: "127.0.0.1 if not given."))
    var host: String?

    @Option(help: ArgumentHelp("The port to listen on, or 0 for any.", discussion: "8000 if not given."))
    var port: String?

    @Option(
        help: ArgumentHelp(
            "Where registrations are kept.", discussion: "devices.sqlite in the state directory if not given.",
            valueName: "sqlite:file|postgres://…"))
    var database: String?

    @Option(
        help: ArgumentHelp(
            "How many connections to PostgreSQL are kept.", discussion: "4 if not given.", valueName: "1-100"))
    var databaseConnections: String?

    @Option(
        help: ArgumentHelp(
            "How often a client address may ask.", discussion: "100/s if not given.", valueName: "n/s|off"))
    var rateLimit: String?

    @Option(
        help: ArgumentHelp(
            "The proxies whose X-Forwarded-For is believed, such as 127.0.0.1,10.0.0.0/8.",
            discussion: "None if not given.", valueName: "addresses|none"))
    var trustedProxies: String?

    @Option(
        help: ArgumentHelp(
            "How many connections may be open at once; others wait.", discussion: "16384 if not given.",
            valueName: "1-1000000"))
    var maximumConnections: String?

    @Option(
        help: ArgumentHelp(
            "How many connections one client address may have open at once.", discussion: "1024 if not given.",
            valueName: "1-1000000"))
    var connectionsPerAddress: String?

    @Option(
        help: ArgumentHelp(
            "Whose connections are taken even when there are as many as there may be.",
            discussion: "127.0.0.0/8,::1 if not given.", valueName: "addresses|none"))
    var operators: String?

    @Option(
        help: ArgumentHelp(
            "How long a connection may wait for a request.", discussion: "60 if not given.", valueName: "seconds"))
    var idleTimeout: String?

    @Option(
        help: ArgumentHelp(
            "How long a request may take to arrive.", discussion: "10 if not given.", valueName: "seconds"))
    var requestTimeout: String?

    @Option(
        help: ArgumentHelp(
            "How long a client may take to accept an answer.", discussion: "10 if not given.", valueName: "seconds"))
    var responseTimeout: String?

    @Option(
        help: ArgumentHelp(
            "How long what was accepted may take to finish after SIGTERM.", discussion: "30 if not given.",
            valueName: "seconds"))
    var shutdownTimeout: String?

    @Option(help: ArgumentHelp("A PEM file with the certificate and its chain, for TLS.", valueName: "file"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("A PEM file with the key of the certificate.", valueName: "file"))
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "The least important log lines to write.", discussion: "info if not given.",
            valueName: "trace|debug|info|notice|warning|error|critical"))
    var logLevel: String?

    @Option(
        help: ArgumentHelp(
            "How many lines requests may cause in the log, and five seconds' worth at once.",
            discussion: "100/s if not given.", valueName: "n/s|off"))
    var logRate: String?

    @Option(
        help: ArgumentHelp(
            "The directory of the database, unless --database names one.",
            discussion:
                "\(Product.variablePrefix)STATE_DIR; \(Product.name) in $XDG_STATE_HOME or ~/.local/state if not given.",
            valueName: "dir"))
    var stateDir: String?

    @Option(help: ArgumentHelp("A JSON file with any of these settings.", valueName: "file"))
    var configuration: String?

    private var typed: [ServerSetting: String] {
        let typed: [ServerSetting: String?] = [
            .host: host, .port: port, .database: database, .databaseConnections: databaseConnections,
            .rateLimit: rateLimit, .trustedProxies: trustedProxies, .maximumConnections: maximumConnections,
            .connectionsPerAddress: connectionsPerAddress, .operators: operators, .idleTimeout: idleTimeout,
            .requestTimeout: requestTimeout, .responseTimeout: responseTimeout, .shutdownTimeout: shutdownTimeout,
            .tlsCertificate: tlsCertificate, .tlsKey: tlsKey, .logLevel: logLevel, .logRate: logRate,
            .stateDir: stateDir,
        ]
        return typed.compactMapValues(\.self)
    }

    /// The configuration from the options, the environment, and the file that either of them names.
    func configuration(in variables: [String: String]) -> ServerConfiguration {
        ServerConfiguration(
            options: typed, variables: variables,
            file: configuration ?? variables[ServerSetting.variable(of: "configuration")])
    }

    /// Throws a usage error that lists all problems.
    func settings(in variables: [String: String]) throws -> ServerSettings {
        let configuration = configuration(in: variables)
        guard configuration.problems.isEmpty else {
            throw ValidationError(configuration.problems.map { $0.text(in: .spoken) }.joined(separator: "\n"))
        }
        return configuration.settings
    }
}
#endif
