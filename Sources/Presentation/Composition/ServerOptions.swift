#if Server
import ArgumentParser
import Domain
import Usecases
import UsecasesTerminal

/// The options of `serve`, as they were typed; ``ServerConfiguration`` interprets them.
struct ServerOptions: ParsableArguments {
    @Option(help: .setting(.host))
    var host: String?

    @Option(help: .setting(.port))
    var port: String?

    @OptionGroup var databaseOptions: DatabaseOptions

    @Option(help: .setting(.rateLimit))
    var rateLimit: String?

    @Option(help: .setting(.passwordRateLimit))
    var passwordRateLimit: String?

    @Option(help: .setting(.trustedProxies))
    var trustedProxies: String?

    @Option(help: .setting(.maximumConnections))
    var maximumConnections: String?

    @Option(help: .setting(.connectionsPerAddress))
    var connectionsPerAddress: String?

    @Option(help: .setting(.operators))
    var operators: String?

    @Option(help: .setting(.idleTimeout))
    var idleTimeout: String?

    @Option(help: .setting(.requestTimeout))
    var requestTimeout: String?

    @Option(help: .setting(.responseTimeout))
    var responseTimeout: String?

    @Option(help: .setting(.shutdownTimeout))
    var shutdownTimeout: String?

    @Option(help: .setting(.drainDelay))
    var drainDelay: String?

    @Option(help: .setting(.tlsCertificate))
    var tlsCertificate: String?

    @Option(help: .setting(.tlsKey))
    var tlsKey: String?

    @Option(help: .setting(.logLevel))
    var logLevel: String?

    @Option(help: .setting(.logRate))
    var logRate: String?

    @Option(help: .serverConfiguration)
    var configuration: String?

    private var typed: [ServerSetting: String] {
        let typed: [[ServerSetting: String?]] = [
            [
                .host: host, .port: port, .rateLimit: rateLimit, .passwordRateLimit: passwordRateLimit,
                .trustedProxies: trustedProxies,
                .maximumConnections: maximumConnections, .connectionsPerAddress: connectionsPerAddress,
                .operators: operators, .idleTimeout: idleTimeout, .requestTimeout: requestTimeout,
                .responseTimeout: responseTimeout, .shutdownTimeout: shutdownTimeout, .drainDelay: drainDelay,
                .tlsCertificate: tlsCertificate, .tlsKey: tlsKey, .logLevel: logLevel, .logRate: logRate,
            ],
            databaseOptions.typed,
        ]
        return typed.reduce(into: [:]) { $0.merge($1.compactMapValues(\.self)) { $1 } }
    }

    /// The configuration from the options, the environment, and the file that either of them names.
    func configuration(in variables: [String: String]) -> ServerConfiguration {
        ServerConfiguration(
            options: typed, variables: variables,
            file: configuration ?? variables[Product.own.variable("configuration")])
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

extension ArgumentHelp {
    static var serverConfiguration: ArgumentHelp {
        ArgumentHelp(
            Sentence(en: "A JSON file with settings of the service.", ja: "サービスの設定を書いたJSONのファイル。"),
            variables: Product.own.variable("configuration"), valueName: "file")
    }
}
#endif
