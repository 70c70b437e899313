#if Server
public import ArgumentParser
public import Usecases
import UsecasesTerminal

/// The options of `serve` from the command line. ``ServerConfiguration`` interprets them.
package struct ServerOptions<App: ServiceApplication>: ParsableArguments {
    @Option(help: .setting(.host, of: App.product))
    var host: String?

    @Option(help: .setting(.port, of: App.product))
    var port: String?

    @OptionGroup var own: App.OwnServiceOptions

    @Option(help: .setting(.managementHost, of: App.product))
    var managementHost: String?

    @Option(help: .setting(.managementPort, of: App.product))
    var managementPort: String?

    @Option(help: .setting(.rateLimit, of: App.product))
    var rateLimit: String?

    @Option(help: .setting(.passwordRateLimit, of: App.product))
    var passwordRateLimit: String?

    @Option(help: .setting(.trustedProxies, of: App.product))
    var trustedProxies: String?

    @Option(help: .setting(.maximumConnections, of: App.product))
    var maximumConnections: String?

    @Option(help: .setting(.connectionsPerAddress, of: App.product))
    var connectionsPerAddress: String?

    @Option(help: .setting(.operators, of: App.product))
    var operators: String?

    @Option(help: .setting(.idleTimeout, of: App.product))
    var idleTimeout: String?

    @Option(help: .setting(.requestTimeout, of: App.product))
    var requestTimeout: String?

    @Option(help: .setting(.responseTimeout, of: App.product))
    var responseTimeout: String?

    @Option(help: .setting(.shutdownTimeout, of: App.product))
    var shutdownTimeout: String?

    @Option(help: .setting(.drainDelay, of: App.product))
    var drainDelay: String?

    @Option(help: .setting(.tlsCertificate, of: App.product))
    var tlsCertificate: String?

    @Option(help: .setting(.tlsKey, of: App.product))
    var tlsKey: String?

    @Option(help: .setting(.logLevel, of: App.product))
    var logLevel: String?

    @Option(help: .setting(.logRate, of: App.product))
    var logRate: String?

    @Flag(help: .setting(.web, of: App.product))
    var web = false

    @Option(help: .serverConfiguration(of: App.product))
    var configuration: String?

    package init() {}

    private var typed: [ServerSetting: String] {
        let typed: [[ServerSetting: String?]] = [
            [
                .host: host, .port: port, .managementHost: managementHost, .managementPort: managementPort,
                .rateLimit: rateLimit, .passwordRateLimit: passwordRateLimit,
                .trustedProxies: trustedProxies,
                .maximumConnections: maximumConnections, .connectionsPerAddress: connectionsPerAddress,
                .operators: operators, .idleTimeout: idleTimeout, .requestTimeout: requestTimeout,
                .responseTimeout: responseTimeout, .shutdownTimeout: shutdownTimeout, .drainDelay: drainDelay,
                .tlsCertificate: tlsCertificate, .tlsKey: tlsKey, .logLevel: logLevel, .logRate: logRate,
                .web: web ? "1" : nil,
            ],
            own.typed,
        ]
        return typed.reduce(into: [:]) { $0.merge($1.compactMapValues(\.self)) { $1 } }
    }

    /// Returns the configuration from the options, the environment, and the file that either of them names.
    package func configuration(in variables: [String: String]) -> ServerConfiguration {
        ServerConfiguration(
            of: App.self, options: typed, variables: variables,
            file: configuration ?? variables[App.product.variable("configuration")])
    }

    /// Returns the settings. Throws a usage error that lists all problems.
    package func settings(in variables: [String: String]) throws -> ServerSettings {
        let configuration = configuration(in: variables)
        guard configuration.problems.isEmpty else {
            throw ValidationError(configuration.problems.map { $0.text(in: .spoken) }.joined(separator: "\n"))
        }
        return configuration.settings
    }
}

extension ArgumentHelp {
    /// The help of the option that names a file with settings.
    public static func serverConfiguration(of product: Product) -> ArgumentHelp {
        ArgumentHelp(
            Sentence(en: "A JSON file with settings of the service.", ja: "サービスの設定を書いたJSONのファイル。"),
            variables: product.variable("configuration"), valueName: "file")
    }
}
#endif
