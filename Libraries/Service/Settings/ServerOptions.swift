#if Server
public import ArgumentParser
public import UsecasesEngine
import UsecasesTerminal

/// The options of `serve` from the command line. ``ServerConfiguration`` interprets them.
package struct ServerOptions<App: ServiceApplication>: ParsableArguments {
    @Option(.host, of: App.product) var host: String?
    @Option(.port, of: App.product) var port: String?

    @OptionGroup var own: App.OwnServiceOptions

    @Option(.managementHost, of: App.product) var managementHost: String?
    @Option(.managementPort, of: App.product) var managementPort: String?
    @Option(.rateLimit, of: App.product) var rateLimit: String?
    @Option(.passwordRateLimit, of: App.product) var passwordRateLimit: String?
    @Option(.trustedProxies, of: App.product) var trustedProxies: String?
    @Option(.maximumConnections, of: App.product) var maximumConnections: String?
    @Option(.connectionsPerAddress, of: App.product) var connectionsPerAddress: String?
    @Option(.operators, of: App.product) var operators: String?
    @Option(.idleTimeout, of: App.product) var idleTimeout: String?
    @Option(.requestTimeout, of: App.product) var requestTimeout: String?
    @Option(.responseTimeout, of: App.product) var responseTimeout: String?
    @Option(.shutdownTimeout, of: App.product) var shutdownTimeout: String?
    @Option(.drainDelay, of: App.product) var drainDelay: String?
    @Option(.tlsCertificate, of: App.product) var tlsCertificate: String?
    @Option(.tlsKey, of: App.product) var tlsKey: String?
    @Option(.logLevel, of: App.product) var logLevel: String?
    @Option(.logRate, of: App.product) var logRate: String?

    @Flag(help: .setting(.web, of: App.product)) var web = false

    @Option(help: .serverConfiguration(of: App.product)) var configuration: String?

    package init() {}

    private var typed: [ServerSetting: String] {
        let typed: [ServerSetting: String?] = [
            .host: host, .port: port, .managementHost: managementHost, .managementPort: managementPort,
            .rateLimit: rateLimit, .passwordRateLimit: passwordRateLimit, .trustedProxies: trustedProxies,
            .maximumConnections: maximumConnections, .connectionsPerAddress: connectionsPerAddress,
            .operators: operators, .idleTimeout: idleTimeout, .requestTimeout: requestTimeout,
            .responseTimeout: responseTimeout, .shutdownTimeout: shutdownTimeout, .drainDelay: drainDelay,
            .tlsCertificate: tlsCertificate, .tlsKey: tlsKey, .logLevel: logLevel, .logRate: logRate,
            .web: web ? "1" : nil,
        ]
        return typed.merging(own.typed) { $1 }.compactMapValues(\.self)
    }

    /// Returns the configuration from the options, the environment, the application's providers, and the file that an
    /// option or a variable names.
    package func configuration(in variables: [String: String]) async -> ServerConfiguration {
        await ServerConfiguration(
            of: App.self, options: typed, variables: variables,
            file: configuration ?? variables[App.product.variable("configuration")])
    }

    /// Returns the settings. Throws a usage error that lists all problems.
    package func settings(in variables: [String: String]) async throws -> ServerSettings {
        let configuration = await configuration(in: variables)
        guard configuration.problems.isEmpty else {
            throw ValidationError(configuration.problems.map { $0.text(in: .spoken) }.joined(separator: "\n"))
        }
        return configuration.settings
    }
}

extension Option<String?> {
    fileprivate init(_ setting: ServerSetting, of product: Product) {
        self.init(help: .setting(setting, of: product))
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
