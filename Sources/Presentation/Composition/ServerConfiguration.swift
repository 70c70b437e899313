#if Server
import Domain
import Usecases
import UsecasesTerminal

/// The settings of the service as they are given: by option, by environment variable and in a file, in this order.
struct ServerConfiguration {
    /// A setting that is not given has its default.
    var settings = ServerSettings()
    /// All problems, one line each.
    private(set) var problems: [Sentence] = []
    /// The settings with unusable values, about which nothing else can be said.
    private(set) var spoilt: Set<ServerSetting> = []
    let given: GivenSettings<ServerSetting>

    /// `variables` is the environment; `file` is read unless it is `nil`.
    init(options: [ServerSetting: String], variables: [String: String], file: String?) {
        let file = file.map { SettingsFile($0) }
        problems = file?.problems ?? []
        spoilt = file?.spoilt ?? []
        given = GivenSettings(
            product: .own, options: options, variables: variables, file: file.map { (path: $0.path, values: $0.values) }
        )
        for row in ServerSettingRow.all { parse(row) }
        checkCertificate()
        completeDatabase(in: Environment(variables: variables).stateDirectory(of: .own))
    }

    /// A value that is given and not valid is noted as a problem.
    private mutating func parse(_ row: ServerSettingRow) {
        guard let given = given[row.setting] else { return }
        let (en, ja) = (row.allowed.text(in: .en), row.allowed.text(in: .ja))
        if row.isDecisive, given.text.isEmpty {
            note(
                row.setting, en: "\(given.source) is empty: leave it out, or let it be \(en).",
                ja: "\(given.source) が空です。指定しないか、\(ja)にしてください。")
        } else if !row.read(given.text, &settings) {
            note(
                row.setting,
                en: "\(given.source) is \(row.isSecret ? "not valid" : "'\(given.text)'"): it must be \(en).",
                ja: "\(given.source)\(row.isSecret ? "の値" : "の値「\(given.text)」")は正しくありません。\(ja)を指定してください。")
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
