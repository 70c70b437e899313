#if Server
public import ArgumentParser
import Foundation
public import Logging
public import UsecasesEngine
public import UsecasesTerminal

/// A setting of a service. It defines the option, its environment variable, the member of the configuration file, the
/// help, the default, and the line of `--check`.
public struct ServerSetting: SettingName {
    /// The name as an option and in the configuration file. It is unique.
    public let name: String
    let help: Sentence
    /// The allowed values, as a part of a sentence.
    let allowed: Sentence
    let valueName: String?
    let form: SettingForm
    /// Whether an empty value is an error instead of a missing value.
    public let isDecisive: Bool
    /// Whether messages must not show the value.
    let isSecret: Bool
    /// The default, as a part of a sentence, or `nil` without one.
    let otherwise: Sentence?
    /// Sets the value of the text in the settings. Returns `false` without a change if the text is not a value.
    let read: @Sendable (String, inout ServerSettings) -> Bool
    /// Returns the value in the notation of the option, without secrets, or `nil` without a value.
    let text: @Sendable (ServerSettings) -> String?
    /// Whether both settings have the same value.
    let isEqual: @Sendable (ServerSettings, ServerSettings) -> Bool

    /// Creates a setting. By default, `otherwise` is the default value of the property.
    public init<Value: Equatable>(
        _ name: String, _ property: any WritableKeyPath<ServerSettings, Value> & Sendable,
        _ kind: SettingKind<Value>, isSecret: Bool = false, otherwise: Sentence? = nil, en: String, ja: String
    ) {
        self.name = name
        help = Sentence(en: en, ja: ja)
        allowed = kind.allowed
        valueName = kind.valueName
        form = kind.form
        isDecisive = kind.isDecisive
        self.isSecret = isSecret
        self.otherwise = otherwise ?? kind.text(ServerSettings()[keyPath: property]).map { Sentence($0) }
        read = { text, settings in
            guard let value = kind.parse(text) else { return false }
            settings[keyPath: property] = value
            return true
        }
        text = { kind.text($0[keyPath: property]) }
        isEqual = { $0[keyPath: property] == $1[keyPath: property] }
    }
}

extension ServerSetting {
    /// Compares the names.
    public static func == (left: ServerSetting, right: ServerSetting) -> Bool { left.name == right.name }
    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ServerSetting {
    /// Returns all settings in the order of `--help` and `--check`. The application's own follow the host and the port.
    public static func all(of application: any ServiceApplication.Type) -> [ServerSetting] {
        [host, port] + application.serviceSettings + [
            managementHost, managementPort, rateLimit, passwordRateLimit, trustedProxies, maximumConnections,
            connectionsPerAddress, operators,
            idleTimeout, requestTimeout, responseTimeout, shutdownTimeout, drainDelay, tlsCertificate, tlsKey, logLevel,
            logRate, web,
        ]
    }

    /// The address to listen on.
    public static let host = Self(
        "host", \.host, .host, en: "The address to listen on.", ja: "待ち受けるアドレス。")

    /// The port to listen on, 0 to 65535. The value 0 selects any free port.
    public static let port = Self(
        "port", \.port, .integer(in: 0...65535), en: "The port to listen on, or 0 for any.",
        ja: "待ち受けるポート。0なら空いているもの。")

    package static let managementHost = Self(
        "management-host", \.managementHost, .host, en: "The address for health, readiness and metrics.",
        ja: "ヘルスチェックとメトリクスのアドレス。")

    package static let managementPort = Self(
        "management-port", \.managementPort, .optionalPort, otherwise: Sentence(en: "none", ja: "なし"),
        en: "A separate port for health, readiness and metrics; --port then answers 404 to them.",
        ja: "ヘルスチェックとメトリクスだけのポート。指定すると、--port はそれらに404で答える。")

    /// The limit of requests per second from one client address.
    public static let rateLimit = Self(
        "rate-limit", \.rateLimit, .requests, en: "How often a client address may ask.",
        ja: "ひとつのクライアントアドレスからのリクエスト頻度の上限。")

    /// The limit of requests with a password per second from one client address.
    public static let passwordRateLimit = Self(
        "password-rate-limit", \.passwordRateLimit, .requests,
        en: "How often a client address may send a password, and ten seconds' worth in a burst.",
        ja: "ひとつのクライアントアドレスからパスワードを送る頻度の上限。一度に送れるのは10秒分まで。")

    package static let trustedProxies = Self(
        "trusted-proxies", \.trustedProxies, .ranges, otherwise: Sentence(en: "none", ja: "なし"),
        en: "The proxies whose X-Forwarded-For is believed, such as 127.0.0.1,10.0.0.0/8.",
        ja: "X-Forwarded-Forを信じるプロキシ。127.0.0.1,10.0.0.0/8など。")

    package static let maximumConnections = Self(
        "maximum-connections", \.maximumConnections, .integer(in: 1...1_000_000, valueName: "1-1000000"),
        en: "How many connections may be open at the same time; further ones are closed.",
        ja: "同時に開ける接続の最大数。超えた接続は閉じる。")

    package static let connectionsPerAddress = Self(
        "connections-per-address", \.connectionsPerAddress, .integer(in: 1...1_000_000, valueName: "1-1000000"),
        en: "How many open connections one client address may have.",
        ja: "ひとつのクライアントアドレスが同時に開ける接続の最大数。")

    package static let operators = Self(
        "operators", \.operators, .ranges,
        en: "Whose connections are taken even when the limit of all connections is reached.",
        ja: "接続の総数が上限に達していても受け付ける相手。")

    package static let idleTimeout = Self(
        "idle-timeout", \.idleTimeout, .seconds, en: "How long a connection may wait for a request.",
        ja: "接続がリクエストを待つ最長時間。")

    package static let requestTimeout = Self(
        "request-timeout", \.requestTimeout, .seconds, en: "How long a request may take to arrive.",
        ja: "リクエストが届き終わるまでの最長時間。")

    package static let responseTimeout = Self(
        "response-timeout", \.responseTimeout, .seconds, en: "How long a client may take to accept an answer.",
        ja: "クライアントが応答を受け取り終わるまでの最長時間。")

    package static let shutdownTimeout = Self(
        "shutdown-timeout", \.shutdownTimeout, .seconds,
        en: "How long what was accepted may take to finish after SIGTERM.",
        ja: "SIGTERMの後、受け付けたリクエストを済ませるまでの最長時間。")

    package static let drainDelay = Self(
        "drain-delay", \.drainDelay, .secondsOrNone,
        en: "How long the end is announced before connections are refused.",
        ja: "接続を拒否し始める前に、終了を知らせておく時間。")

    package static let tlsCertificate = Self(
        "tls-certificate", \.tlsCertificate, .pemFile,
        en: "A PEM file with the certificate and its chain, for TLS.",
        ja: "TLSの証明書とチェーンのPEM形式のファイル。")

    package static let tlsKey = Self(
        "tls-key", \.tlsKey, .pemFile, en: "A PEM file with the key of the certificate.", ja: "証明書の秘密鍵のPEM形式のファイル。")

    package static let logLevel = Self(
        "log-level", \.logLevel, .level, en: "The least important log lines to write.", ja: "ログに書き出す行の、最低の重要度。")

    package static let logRate = Self(
        "log-rate", \.logRate, .lines,
        en: "How many lines requests may cause in the log, and five seconds' worth in a burst.",
        ja: "リクエストによるログの行の頻度の上限。一度に書くのは5秒分まで。")

    package static let web = Self(
        "web", \.web, .flag, en: "Show the application in browsers, at /web.", ja: "アプリをブラウザで表示する(/web)。")
}

extension SettingKind<Bool> {
    /// 1 for yes and 0 for no.
    public static let flag = Self(
        allowed: Sentence(en: "1 or 0", ja: "1か0"), valueName: nil, form: .number, isDecisive: false,
        parse: { ["1": true, "0": false][$0] }, text: { $0 ? "1" : nil })
}

extension ServerSettings {
    /// Returns the output of `--check`, one setting per line. Values are in the notation of options, without secrets.
    /// The values of `secrets` are redacted, too.
    public func summary(for application: any ServiceApplication.Type, secrets: Set<ServerSetting> = []) -> String {
        ServerSetting.all(of: application).compactMap { setting in
            setting.text(self).map { "\(setting.name) \(secrets.contains(setting) ? Secret.redacted : $0)" }
        }.joined(separator: "\n")
    }
}

extension ArgumentHelp {
    /// Returns the help of the option.
    public static func setting(_ setting: ServerSetting, of product: Product) -> ArgumentHelp {
        ArgumentHelp(
            setting.help, variables: setting.variable(of: product), otherwise: setting.otherwise,
            valueName: setting.valueName)
    }
}

/// A kind of setting values, with their notation, and the error message for an invalid text.
public struct SettingKind<Value: Sendable>: Sendable {
    /// The allowed values, as a part of the sentence "it must be …".
    let allowed: Sentence
    /// The name of the value in the help, or `nil` for the name of the option.
    let valueName: String?
    var form = SettingForm.text
    /// See ``SettingName/isDecisive``.
    let isDecisive: Bool
    let parse: @Sendable (String) -> Value?
    /// Returns the value in the notation of ``parse``, or `nil` without a value.
    let text: @Sendable (Value) -> String?

    /// Creates a kind. `parse` returns `nil` for an invalid text. `text` is its inverse, and returns `nil` without a
    /// value.
    public init(
        allowed: Sentence, valueName: String?, form: SettingForm = .text, isDecisive: Bool,
        parse: @escaping @Sendable (String) -> Value?, text: @escaping @Sendable (Value) -> String?
    ) {
        self.allowed = allowed
        self.valueName = valueName
        self.form = form
        self.isDecisive = isDecisive
        self.parse = parse
        self.text = text
    }
}

/// The format of a value in a configuration file, in addition to text.
public enum SettingForm: Sendable {
    /// Only text.
    case text
    /// A JSON number.
    case number
    /// A list of texts, instead of a text with commas.
    case list
}

extension SettingKind<String> {
    /// The name or the address of a host, as any text.
    public static let host = Self(
        allowed: Sentence(en: "an address or a name", ja: "アドレスか名前"), valueName: nil, isDecisive: true,
        parse: { $0 }, text: { $0 })
}

extension SettingKind<String?> {
    package static let pemFile = path(Sentence(en: "the path of a PEM file", ja: "PEMファイルのパス"), valueName: "file")

    /// The path of a file, or `nil` without one.
    public static func path(_ allowed: Sentence, valueName: String) -> Self {
        Self(allowed: allowed, valueName: valueName, isDecisive: true, parse: { $0 }, text: { $0 })
    }
}

extension SettingKind<Int> {
    /// A whole number in the range.
    public static func integer(in range: ClosedRange<Int>, valueName: String? = nil) -> Self {
        Self(
            allowed: Sentence(
                en: "a whole number, \(range.lowerBound) to \(range.upperBound)",
                ja: "\(range.lowerBound)から\(range.upperBound)までの整数"),
            valueName: valueName, form: .number, isDecisive: false,
            parse: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }, text: { "\($0)" })
    }
}

extension SettingKind<Int?> {
    /// A port, 0 to 65535, or `nil` without one.
    package static let optionalPort = optionalInteger(in: 0...65535, isDecisive: true)

    /// A whole number in the range, or `nil` without one. With `isDecisive`, an empty value is an error.
    public static func optionalInteger(
        in range: ClosedRange<Int>, valueName: String? = nil, isDecisive: Bool = false
    ) -> Self {
        let integer = SettingKind<Int>.integer(in: range)
        return Self(
            allowed: integer.allowed, valueName: valueName, form: .number, isDecisive: isDecisive,
            parse: { text in integer.parse(text).map { .some($0) } }, text: { $0.map { "\($0)" } })
    }
}

extension SettingKind<Duration> {
    /// A number of seconds, more than 0 and at most 86400.
    public static let seconds = seconds(
        Sentence(en: "a number of seconds, more than 0 and at most 86400", ja: "0より大きく86400以下の秒数")
    ) { $0 > .zero }

    package static let secondsOrNone = seconds(
        Sentence(en: "a number of seconds, at most 86400", ja: "86400以下の秒数")
    ) { _ in true }

    private static func seconds(_ allowed: Sentence, _ isAllowed: @escaping @Sendable (Duration) -> Bool) -> Self {
        Self(
            allowed: allowed, valueName: "seconds", form: .number, isDecisive: false,
            parse: { text in Seconds(argument: text).flatMap { isAllowed($0.duration) ? $0.duration : nil } },
            text: { ($0 / .seconds(1)).shortest })
    }
}

extension SettingKind<Double?> {
    /// A number of requests per second, 0.001 to 1000000. The text `off` means no limit and is `nil`.
    public static let requests = rate(
        Sentence(en: "off or a number of requests a second like 100/s", ja: "offか、100/sのような毎秒のリクエスト数"))

    /// A number of lines per second, 0.001 to 1000000. The text `off` means no limit and is `nil`.
    public static let lines = rate(
        Sentence(en: "off or a number of lines a second like 100/s", ja: "offか、100/sのような毎秒の行数"))

    /// A number per second, or `nil` for no limit.
    private static func rate(_ allowed: Sentence) -> Self {
        Self(
            allowed: allowed, valueName: "n/s|off", isDecisive: false,
            parse: { text in
                guard text != "off" else { return .some(nil) }
                guard text.hasSuffix("/s"), let rate = Double(text.dropLast(2)), (0.001...1_000_000).contains(rate)
                else { return nil }
                return rate
            },
            text: { $0.map { $0.shortest + "/s" } ?? "off" })
    }
}

extension SettingKind<[AddressRange]> {
    package static let ranges = Self(
        allowed: Sentence(en: "none or addresses like 127.0.0.1,10.0.0.0/8", ja: "noneか、127.0.0.1,10.0.0.0/8 のようなアドレス"),
        valueName: "addresses|none", form: .list, isDecisive: true,
        parse: { text in
            guard text != "none" else { return [] }
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            let ranges = parts.compactMap { AddressRange($0.trimmingCharacters(in: .whitespaces)) }
            return ranges.count == parts.count ? ranges : nil
        },
        text: { $0.isEmpty ? "none" : $0.map { "\($0)" }.joined(separator: ",") })
}

extension SettingKind<Logger.Level> {
    /// The name of a log level, such as `info`.
    public static let level = Self(
        allowed: Sentence(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")),
        valueName: Logger.Level.allCases.map(\.rawValue).joined(separator: "|"), isDecisive: false,
        parse: { Logger.Level(rawValue: $0) }, text: { $0.rawValue })
}

extension Double {
    /// The number as text, without a fraction if it is whole.
    fileprivate var shortest: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }
}
#endif
