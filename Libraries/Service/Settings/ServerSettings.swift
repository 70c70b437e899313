#if Server
package import Logging
public import Usecases
public import UsecasesTerminal

/// The settings from the options, the environment and the file, complete and valid.
public struct ServerSettings: Sendable {
    /// Paths of PEM files: the certificate with the rest of its chain, and its key.
    package struct Certificate: Sendable, Hashable {
        package var chain: String
        package var key: String
    }

    /// The address or the name to listen on.
    public var host = "127.0.0.1"
    /// 0 for any free port.
    public var port = 8000
    /// Requests per second for each client address; `nil` for no limit.
    public var rateLimit: Double? = 100
    /// Requests with a password per second for each client address; `nil` for no limit.
    public var passwordRateLimit: Double? = 1
    package var trustedProxies: [AddressRange] = []
    package var maximumConnections = 16_384
    /// How many of them one client may have; trusted proxies are limited by the total only.
    package var connectionsPerAddress = 1024
    /// The clients for which places are reserved when the limit of connections is reached.
    package var operators = AddressRange.loopback
    /// How long a connection may wait for the next request.
    package var idleTimeout = Duration.seconds(60)
    /// How long a request may take to arrive.
    package var requestTimeout = Duration.seconds(10)
    /// How long a client may take to accept an answer.
    package var responseTimeout = Duration.seconds(10)
    /// How long accepted requests may take to finish once the server is told to stop.
    package var shutdownTimeout = Duration.seconds(30)
    /// How long it announces its end, and accepts connections and requests as before, once it is told to stop.
    package var drainDelay = Duration.zero
    /// The path of a PEM file, as that of its key; one of the two alone is a mistake.
    package var tlsCertificate: String?
    package var tlsKey: String?
    package var logLevel = Logger.Level.info
    /// Lines per second that requests may cause; `nil` for no limit.
    package var logRate: Double? = 100

    /// Settings of the application's own, by their types.
    private var own: [ObjectIdentifier: any OwnServerSettings] = [:]

    /// The defaults.
    public init() {}

    /// The settings of the given type; the defaults until they are set.
    public subscript<Own: OwnServerSettings>(type: Own.Type) -> Own {
        get { own[ObjectIdentifier(type)] as? Own ?? Own() }
        set { own[ObjectIdentifier(type)] = newValue }
    }

    /// `nil` if the transport is not encrypted.
    package var certificate: Certificate? {
        guard let tlsCertificate, let tlsKey else { return nil }
        return Certificate(chain: tlsCertificate, key: tlsKey)
    }
}
/// Settings of an application's own. They begin as the defaults.
public protocol OwnServerSettings: Sendable {
    init()
}

extension ServerSettings {
    /// The files that the program needs besides those of its clients: for what it keeps, its log, its event loops, and
    /// the connections that are reserved for operators.
    private static let reservedFiles = 128 + ConnectionPlaces.reserved

    /// Limits the connections by the number of files: one that cannot be accepted would end the server.
    func withinLimits(ofFiles limit: Int, logger: Logger) -> ServerSettings {
        let most = max(1, limit - Self.reservedFiles)
        guard maximumConnections > most else { return self }
        logger.warning(
            "fewer connections than configured, as the limit on open files is low",
            metadata: ["connections": "\(most)", "configured": "\(maximumConnections)", "files": "\(limit)"])
        var settings = self
        settings.maximumConnections = most
        return settings
    }
}

/// The settings of the service as they are given: by option, by environment variable and in a file, in this order.
public struct ServerConfiguration {
    /// A setting that is not given has its default.
    public var settings = ServerSettings()
    /// All problems, one line each.
    public private(set) var problems: [Sentence] = []
    /// The settings with unusable values, about which nothing else can be said.
    public private(set) var invalid: Set<ServerSetting> = []
    /// The values as they were given, with their sources.
    public let given: GivenSettings<ServerSetting>

    /// `variables` is the environment; `file` is read unless it is `nil`.
    public init(
        of application: any ServiceApplication.Type, options: [ServerSetting: String], variables: [String: String],
        file: String?
    ) {
        let table = ServerSetting.all(of: application)
        let file = file.map { SettingsFile($0, table) }
        problems = file?.problems ?? []
        invalid = file?.invalid ?? []
        given = GivenSettings(
            product: application.product, options: options, variables: variables,
            file: file.map { (path: $0.path, values: $0.values) }
        )
        for setting in table { parse(setting) }
        checkCertificate()
        application.complete(&self, in: Environment(variables: variables).stateDirectory(of: application.product))
    }

    /// A value that is given and not valid is noted as a problem.
    private mutating func parse(_ setting: ServerSetting) {
        guard let given = given[setting] else { return }
        let (en, ja) = (setting.allowed.text(in: .en), setting.allowed.text(in: .ja))
        if setting.isDecisive, given.text.isEmpty {
            note(
                setting, en: "\(given.source) is empty: leave it out, or let it be \(en).",
                ja: "\(given.source) が空です。指定しないか、\(ja)にしてください。")
        } else if !setting.read(given.text, &settings) {
            note(
                setting,
                en: "\(given.source) is \(setting.isSecret ? "not valid" : "'\(given.text)'"): it must be \(en).",
                ja: "\(given.source)\(setting.isSecret ? "の値" : "の値「\(given.text)」")は正しくありません。\(ja)を指定してください。")
        }
    }

    private mutating func note(_ setting: ServerSetting, en: String, ja: String) {
        problems.append(Sentence(en: en, ja: ja))
        invalid.insert(setting)
    }

    /// Giving only one of the two is a problem.
    private mutating func checkCertificate() {
        switch (given[.tlsCertificate], given[.tlsKey]) {
        case (let given?, nil):
            note(
                .tlsCertificate, en: "\(given.source) is given without a tls-key.",
                ja: "\(given.source)がありますが、tls-keyがありません。")
        case (nil, let given?):
            note(
                .tlsKey, en: "\(given.source) is given without a tls-certificate.",
                ja: "\(given.source)がありますが、tls-certificateがありません。")
        case (nil, nil), (.some, .some): break
        }
    }
}
#endif
