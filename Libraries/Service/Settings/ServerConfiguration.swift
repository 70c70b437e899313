#if Server
public import Usecases
public import UsecasesTerminal

/// The settings of the service as they are given: by option, by environment variable and in a file, in this order.
public struct ServerConfiguration {
    /// A setting that is not given has its default.
    public var settings = ServerSettings()
    /// All problems, one line each.
    public private(set) var problems: [Sentence] = []
    /// The settings with unusable values, about which nothing else can be said.
    public private(set) var spoilt: Set<ServerSetting> = []
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
        spoilt = file?.spoilt ?? []
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
        spoilt.insert(setting)
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
