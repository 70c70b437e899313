#if Server
package import Logging
public import UsecasesEngine
public import UsecasesTerminal

/// The settings from the options, the environment and the file, complete and valid.
public struct ServerSettings: Sendable {
    /// The paths of two PEM files. One contains the certificate with the rest of its chain, and the other one its key.
    package struct Certificate: Sendable, Hashable {
        package var chain: String
        package var key: String
    }

    /// The address or the name to listen on.
    public var host = "127.0.0.1"
    /// The port to listen on, or 0 for any free port.
    public var port = 8000
    /// The address for health, readiness and metrics.
    package var managementHost = "127.0.0.1"
    /// The port for health, readiness and metrics, or `nil` to answer them at the port of all requests.
    package var managementPort: Int?
    /// The requests per second for each client address, or `nil` for no limit.
    public var rateLimit: Double? = 100
    /// The requests with a password per second for each client address, or `nil` for no limit.
    public var passwordRateLimit: Double? = 1
    package var trustedProxies: [AddressRange] = []
    package var maximumConnections = 16_384
    /// The maximum number of connections from one client. For trusted proxies, only the total limit applies.
    package var connectionsPerAddress = 1024
    /// The clients with reserved places when the limit of connections is reached.
    package var operators = AddressRange.loopback
    /// The maximum time that a connection waits for the next request.
    package var idleTimeout = Duration.seconds(60)
    /// The maximum time until a request has arrived.
    package var requestTimeout = Duration.seconds(10)
    /// The maximum time until a client accepts a response.
    package var responseTimeout = Duration.seconds(10)
    /// The maximum time for accepted requests to finish after a stop signal.
    package var shutdownTimeout = Duration.seconds(30)
    /// The time after a stop signal to announce the end, while connections and requests are still accepted.
    package var drainDelay = Duration.zero
    /// The path of a PEM file. It must be given together with the path of its key.
    package var tlsCertificate: String?
    package var tlsKey: String?
    package var logLevel = Logger.Level.info
    /// The lines per second that requests may cause, or `nil` for no limit.
    package var logRate: Double? = 100
    /// Whether the service shows its application in browsers.
    package var web = false

    /// The application's own settings, by type.
    private var own: [ObjectIdentifier: any OwnServerSettings] = [:]

    /// Creates the default settings.
    public init() {}

    /// The settings of the given type, or their defaults until they are set.
    public subscript<Own: OwnServerSettings>(type: Own.Type) -> Own {
        get { own[ObjectIdentifier(type)] as? Own ?? Own() }
        set { own[ObjectIdentifier(type)] = newValue }
    }

    /// Whether clients reach the service over TLS, directly or through a proxy.
    package var isReachedOverTLS: Bool { certificate != nil || !trustedProxies.isEmpty }

    /// Whether only this machine can reach the service.
    package var isLocal: Bool {
        host == "localhost"
            || ClientAddress(host).map { AddressRange.loopback.contains($0) } == true
    }

    /// The certificate, or `nil` if the transport is not encrypted.
    package var certificate: Certificate? {
        guard let tlsCertificate, let tlsKey else { return nil }
        return Certificate(chain: tlsCertificate, key: tlsKey)
    }
}
/// An application's own settings. The initial values are the defaults.
public protocol OwnServerSettings: Sendable {
    /// Creates the default settings.
    init()
}

extension ServerSettings {
    /// The number of files that are not client connections. They are used for storage, the log, event loops, and
    /// connections reserved for operators.
    private static let reservedFiles = 128 + ConnectionPlaces.reserved

    /// Returns settings with limited connections. A connection without a free file would end the server.
    func withinLimits(ofFiles limit: Int, logger: Logger) -> ServerSettings {
        let ofManagement = managementPort == nil ? 0 : 2 * ConnectionPlaces.reserved
        let most = max(1, limit - Self.reservedFiles - ofManagement)
        guard maximumConnections > most else { return self }
        logger.warning(
            "fewer connections than configured, as the limit on open files is low",
            metadata: ["connections": "\(most)", "configured": "\(maximumConnections)", "files": "\(limit)"])
        var settings = self
        settings.maximumConnections = most
        return settings
    }
}

/// The given settings of the service. Options take precedence over environment variables, variables over the
/// application's providers, and providers over the file.
public struct ServerConfiguration: Sendable {
    /// The settings. Settings that are not given have their defaults.
    public var settings = ServerSettings()
    /// All problems, one line each.
    public private(set) var problems: [Sentence] = []
    /// The settings with unusable values. They cannot be checked further.
    public private(set) var invalid: Set<ServerSetting> = []
    /// The given values, with their sources.
    public private(set) var given: GivenSettings<ServerSetting>
    /// The settings whose values a provider marks as secret.
    private(set) var secrets: Set<ServerSetting> = []
    /// The reason why the providers cannot be read, or `nil` without one. No setting is known then.
    private(set) var failure: ServerFailure?
    /// Remarks on misspelled variables, whose names are similar to the variables of settings.
    public let remarks: [Sentence]

    /// Reads the configuration. `variables` is the environment. `file` is read unless it is `nil`. The application's
    /// providers are asked for the settings that neither options nor variables give. If a provider throws, all settings
    /// are invalid.
    public init(
        of application: any ServiceApplication.Type, options: [ServerSetting: String], variables: [String: String],
        file: String?
    ) async {
        let table = ServerSetting.all(of: application)
        given = GivenSettings(product: application.product, options: options, variables: variables)
        remarks = Self.remarks(on: variables, of: application.product, table)
        do throws(ServerFailure) {
            let provided = try await ProvidedSettings(of: application, table.filter { given[$0] == nil })
            (given.places, secrets) = (provided.places, provided.secrets)
        } catch {
            (failure, problems, invalid) = (error, [error.sentence], Set(table))
            return
        }
        if let file = file.map({ SettingsFile($0, table) }) {
            (problems, invalid) = (file.problems, file.invalid)
            given.places.append((file.path, file.values))
        }
        for setting in table { parse(setting) }
        checkCertificate()
        application.complete(&self, in: Environment(variables: variables).stateDirectory(of: application.product))
    }

    private static func remarks(
        on variables: [String: String], of product: Product, _ table: [ServerSetting]
    ) -> [Sentence] {
        let prefix = product.variablePrefix
        let own = table.map { $0.variable(of: product) } + [product.variable("configuration")]
        let known = Set(own + CommonSetting.allCases.map { $0.variable(of: product) })
        return variables.keys.sorted().filter { $0.hasPrefix(prefix) && !known.contains($0) }.compactMap { name in
            let near = String(name.dropFirst(prefix.count)).nearest(of: own.map { String($0.dropFirst(prefix.count)) })
            return near.map { near in
                Sentence(
                    en: "the variable \(name) is not a setting: did you mean \(prefix)\(near)?",
                    ja: "環境変数 \(name) という設定はありません。\(prefix)\(near) のことですか?")
            }
        }
    }

    /// Parses the setting, and records an invalid value as a problem.
    private mutating func parse(_ setting: ServerSetting) {
        guard let given = given[setting] else { return }
        let (en, ja) = (setting.allowed.text(in: .en), setting.allowed.text(in: .ja))
        if setting.isDecisive, given.text.isEmpty {
            note(
                setting, en: "\(given.source.text(in: .en)) is empty: leave it out, or let it be \(en).",
                ja: "\(given.source.text(in: .ja)) が空です。指定しないか、\(ja)にしてください。")
        } else if !setting.read(given.text, &settings) {
            let isSecret = setting.isSecret || secrets.contains(setting)
            let value = isSecret ? "not valid" : "'\(given.text)'"
            let japaneseValue = isSecret ? "の値" : "の値「\(given.text)」"
            note(
                setting, en: "\(given.source.text(in: .en)) is \(value): it must be \(en).",
                ja: "\(given.source.text(in: .ja))\(japaneseValue)は正しくありません。\(ja)を指定してください。")
        }
    }

    private mutating func note(_ setting: ServerSetting, en: String, ja: String) {
        problems.append(Sentence(en: en, ja: ja))
        invalid.insert(setting)
    }

    private mutating func checkCertificate() {
        switch (given[.tlsCertificate], given[.tlsKey]) {
        case (let given?, nil):
            note(
                .tlsCertificate, en: "\(given.source.text(in: .en)) is given without a tls-key.",
                ja: "\(given.source.text(in: .ja))がありますが、tls-keyがありません。")
        case (nil, let given?):
            note(
                .tlsKey, en: "\(given.source.text(in: .en)) is given without a tls-certificate.",
                ja: "\(given.source.text(in: .ja))がありますが、tls-certificateがありません。")
        case (nil, nil), (.some, .some): break
        }
    }
}
#endif
