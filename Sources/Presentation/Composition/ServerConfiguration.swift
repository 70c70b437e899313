#if Server
import Domain
import Foundation
import Logging

/// The settings of the service as they are given: by option, by environment variable and in a file, in this order.
struct ServerConfiguration {
    /// A setting that is not given has its default.
    var settings = ServerSettings()
    /// All problems, one line each.
    private(set) var problems: [Sentence] = []
    /// The settings with unusable values, about which nothing else can be said.
    private(set) var spoilt: Set<ServerSetting> = []
    private let given: GivenSettings<ServerSetting>

    /// `variables` is the environment; `file` is read unless it is `nil`.
    init(options: [ServerSetting: String], variables: [String: String], file: String?) {
        let file = file.map { SettingsFile($0) }
        problems = file?.problems ?? []
        spoilt = file?.spoilt ?? []
        given = GivenSettings(
            options: options, variables: variables, file: file.map { (path: $0.path, values: $0.values) })
        parse()
        parseDatabase(in: Environment(variables: variables).stateDirectory)
    }

    /// The value; `nil` if none is given, or if it is not valid, which is then noted as a problem.
    mutating func parsed<Value>(
        _ setting: ServerSetting, allowed: Sentence, isSecret: Bool = false, _ parse: (String) -> Value?
    ) -> Value? {
        guard let given = given[setting] else { return nil }
        if setting.isDecisive, given.text.isEmpty {
            note(
                setting, en: "\(given.source) is empty: leave it out, or let it be \(allowed.text(in: .en)).",
                ja: "\(given.source) が空です。指定しないか、\(allowed.text(in: .ja))にしてください。")
            return nil
        }
        if let value = parse(given.text) { return value }
        note(
            setting,
            en:
                "\(given.source) is \(isSecret ? "not valid" : "'\(given.text)'"): it must be \(allowed.text(in: .en)).",
            ja: "\(given.source)\(isSecret ? "の値" : "の値「\(given.text)」")は正しくありません。\(allowed.text(in: .ja))を指定してください。")
        return nil
    }

    private mutating func note(_ setting: ServerSetting, en: String, ja: String) {
        problems.append(Sentence(en: en, ja: ja))
        spoilt.insert(setting)
    }

    private mutating func parse() {
        settings.host =
            parsed(.host, allowed: Sentence(en: "an address or a name", ja: "アドレスか名前")) { $0 } ?? settings.host
        settings.port = integer(.port, in: 0...65535) ?? settings.port
        settings.rateLimit = requestRate(.rateLimit) ?? settings.rateLimit
        settings.passwordRateLimit = requestRate(.passwordRateLimit) ?? settings.passwordRateLimit
        settings.trustedProxies = ranges(.trustedProxies) ?? settings.trustedProxies
        settings.maximumConnections = integer(.maximumConnections, in: 1...1_000_000) ?? settings.maximumConnections
        settings.connectionsPerAddress =
            integer(.connectionsPerAddress, in: 1...1_000_000) ?? settings.connectionsPerAddress
        settings.operators = ranges(.operators) ?? settings.operators
        settings.idleTimeout = seconds(.idleTimeout) ?? settings.idleTimeout
        settings.requestTimeout = seconds(.requestTimeout) ?? settings.requestTimeout
        settings.responseTimeout = seconds(.responseTimeout) ?? settings.responseTimeout
        settings.shutdownTimeout = seconds(.shutdownTimeout) ?? settings.shutdownTimeout
        settings.drainDelay =
            parsed(
                .drainDelay, allowed: Sentence(en: "a number of seconds, at most 86400", ja: "86400以下の秒数")
            ) { Seconds(argument: $0)?.duration } ?? settings.drainDelay
        settings.logLevel =
            parsed(.logLevel, allowed: Sentence(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))) {
                Logger.Level(rawValue: $0)
            } ?? settings.logLevel
        settings.logRate =
            parsed(
                .logRate,
                allowed: Sentence(en: "off or a number of lines a second like 100/s", ja: "offか、100/sのような毎秒の行数"),
                Self.rate) ?? settings.logRate
        settings.certificate = certificate()
    }

    private mutating func requestRate(_ setting: ServerSetting) -> Double?? {
        parsed(
            setting,
            allowed: Sentence(
                en: "off or a number of requests a second like 100/s", ja: "offか、100/sのような毎秒のリクエスト数"), Self.rate)
    }

    private mutating func seconds(_ setting: ServerSetting) -> Duration? {
        parsed(
            setting,
            allowed: Sentence(en: "a number of seconds, more than 0 and at most 86400", ja: "0より大きく86400以下の秒数")
        ) { text in
            Seconds(argument: text).flatMap { $0.duration > .zero ? $0.duration : nil }
        }
    }

    mutating func integer(_ setting: ServerSetting, in range: ClosedRange<Int>) -> Int? {
        parsed(
            setting,
            allowed: Sentence(
                en: "a whole number, \(range.lowerBound) to \(range.upperBound)",
                ja: "\(range.lowerBound)から\(range.upperBound)までの整数")
        ) { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    private mutating func ranges(_ setting: ServerSetting) -> [AddressRange]? {
        parsed(
            setting,
            allowed: Sentence(
                en: "none or addresses like 127.0.0.1,10.0.0.0/8", ja: "noneか、127.0.0.1,10.0.0.0/8 のようなアドレス")
        ) { text in
            guard text != "none" else { return [] }
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            let ranges = parts.compactMap { AddressRange($0.trimmingCharacters(in: .whitespaces)) }
            return ranges.count == parts.count ? ranges : nil
        }
    }

    /// A number per second; `.some(nil)` is no limit.
    private static func rate(_ text: String) -> Double?? {
        guard text != "off" else { return .some(nil) }
        guard text.hasSuffix("/s"), let rate = Double(text.dropLast(2)), (0.001...1_000_000).contains(rate) else {
            return nil
        }
        return rate
    }

    private static let pemFile = Sentence(en: "the path of a PEM file", ja: "PEMファイルのパス")

    /// Giving only one of the two is a problem.
    private mutating func certificate() -> ServerSettings.Certificate? {
        let chain = parsed(.tlsCertificate, allowed: Self.pemFile) { $0 }
        let key = parsed(.tlsKey, allowed: Self.pemFile) { $0 }
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
        guard let chain, let key else { return nil }
        return .init(chain: chain, key: key)
    }
}
#endif
