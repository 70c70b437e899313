#if Server
import Domain
import ArgumentParser

/// The options of `serve`, as they were typed; ``ServerConfiguration`` interprets them.
struct ServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            Sentence(en: "The address to listen on.", ja: "待ち受けるアドレス。"), variables: ServerSetting.host.variable,
            otherwise: Sentence("127.0.0.1")))
    var host: String?

    @Option(
        help: ArgumentHelp(
            Sentence(en: "The port to listen on, or 0 for any.", ja: "待ち受けるポート。0ならどれでもよい。"),
            variables: ServerSetting.port.variable, otherwise: Sentence("8000")))
    var port: String?

    @OptionGroup var database: DatabaseOptions

    @Option(
        help: ArgumentHelp(
            Sentence(en: "How often a client address may ask.", ja: "ひとつのクライアントのアドレスが要求できる頻度。"),
            variables: ServerSetting.rateLimit.variable, otherwise: Sentence("100/s"), valueName: "n/s|off"))
    var rateLimit: String?

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "How often a client address may send a password, and ten seconds' worth at once.",
                ja: "ひとつのクライアントのアドレスがパスワードを送れる頻度。一度には十秒分まで。"),
            variables: ServerSetting.passwordRateLimit.variable, otherwise: Sentence("1/s"), valueName: "n/s|off"))
    var passwordRateLimit: String?

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "The proxies whose X-Forwarded-For is believed, such as 127.0.0.1,10.0.0.0/8.",
                ja: "X-Forwarded-Forを信じるプロキシ。127.0.0.1,10.0.0.0/8など。"),
            variables: ServerSetting.trustedProxies.variable, otherwise: Sentence(en: "none", ja: "なし"),
            valueName: "addresses|none"))
    var trustedProxies: String?

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "How many connections may be open at the same time; further ones are closed.",
                ja: "同時に開ける接続の数。超えた接続は閉じる。"),
            variables: ServerSetting.maximumConnections.variable, otherwise: Sentence("16384"), valueName: "1-1000000"))
    var maximumConnections: String?

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "How many connections one client address may have open at once.", ja: "ひとつのクライアントのアドレスが同時に開ける接続の数。"),
            variables: ServerSetting.connectionsPerAddress.variable, otherwise: Sentence("1024"), valueName: "1-1000000"
        ))
    var connectionsPerAddress: String?

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "Whose connections are taken even when there are as many as there may be.",
                ja: "接続の数が限度に達していても受け付ける相手。"), variables: ServerSetting.operators.variable,
            otherwise: Sentence("127.0.0.0/8,::1"), valueName: "addresses|none"))
    var operators: String?

    @Option(
        help: ArgumentHelp(
            Sentence(en: "How long a connection may wait for a request.", ja: "接続がリクエストを待てる時間。"),
            variables: ServerSetting.idleTimeout.variable, otherwise: Sentence("60"), valueName: "seconds"))
    var idleTimeout: String?

    @Option(
        help: ArgumentHelp(
            Sentence(en: "How long a request may take to arrive.", ja: "リクエストが届くのにかかってよい時間。"),
            variables: ServerSetting.requestTimeout.variable, otherwise: Sentence("10"), valueName: "seconds"))
    var requestTimeout: String?

    @Option(
        help: ArgumentHelp(
            Sentence(en: "How long a client may take to accept an answer.", ja: "クライアントが応答を受け取るのにかけてよい時間。"),
            variables: ServerSetting.responseTimeout.variable, otherwise: Sentence("10"), valueName: "seconds"))
    var responseTimeout: String?

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "How long what was accepted may take to finish after SIGTERM.",
                ja: "SIGTERMの後、受け付けた仕事を済ませるのにかけてよい時間。"), variables: ServerSetting.shutdownTimeout.variable,
            otherwise: Sentence("30"), valueName: "seconds"))
    var shutdownTimeout: String?

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "How long the end is announced before connections are refused.",
                ja: "接続を断り始める前に、終わることを知らせる時間。"), variables: ServerSetting.drainDelay.variable,
            otherwise: Sentence("0"), valueName: "seconds"))
    var drainDelay: String?

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "A PEM file with the certificate and its chain, for TLS.", ja: "TLSのための、証明書とそのチェーンを収めたPEM形式のファイル。"),
            variables: ServerSetting.tlsCertificate.variable, valueName: "file"))
    var tlsCertificate: String?

    @Option(
        help: ArgumentHelp(
            Sentence(en: "A PEM file with the key of the certificate.", ja: "証明書の鍵を収めたPEM形式のファイル。"),
            variables: ServerSetting.tlsKey.variable, valueName: "file"))
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            Sentence(en: "The least important log lines to write.", ja: "書き出すログの行の、いちばん低い重要度。"),
            variables: ServerSetting.logLevel.variable, otherwise: Sentence("info"),
            valueName: "trace|debug|info|notice|warning|error|critical"))
    var logLevel: String?

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "How many lines requests may cause in the log, and five seconds' worth at once.",
                ja: "リクエストがログに書かせる行の頻度の限度。一度には五秒分まで。"), variables: ServerSetting.logRate.variable,
            otherwise: Sentence("100/s"), valueName: "n/s|off"))
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
            database.typed,
        ]
        return typed.reduce(into: [:]) { $0.merge($1.compactMapValues(\.self)) { $1 } }
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

extension ArgumentHelp {
    static var serverConfiguration: ArgumentHelp {
        ArgumentHelp(
            Sentence(en: "A JSON file with settings of the service.", ja: "サービスの設定を書いたJSONのファイル。"),
            variables: ServerSetting.variable(of: "configuration"), valueName: "file")
    }
}
#endif
