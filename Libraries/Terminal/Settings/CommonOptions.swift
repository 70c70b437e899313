public import ArgumentParser
public import Usecases

/// The options of every command that runs a use case. Each has an environment variable; the option wins.
public struct CommonOptions<App: TerminalApplication>: ParsableArguments {
    /// Options that are not parsed yet, for the parser of arguments.
    public init() {}

    /// The options that only this application has.
    @OptionGroup public var own: App.OwnOptions

    /// The place of stored values; `nil` if no option gives it.
    @Option(
        help: ArgumentHelp(
            Sentence(en: "Where values are kept.", ja: "値の置き場所。"),
            variables: CommonSetting.store.variable(of: App.product),
            otherwise: Sentence("file")))
    public var store: Settings.Store?

    /// The path of the state directory; `nil` if no option gives it.
    @Option(
        help: ArgumentHelp(
            Sentence(en: "The directory of everything that is kept in files.", ja: "ファイルに残すものすべてを置くディレクトリ。"),
            variables: CommonSetting.stateDir.variable(of: App.product), otherwise: Self.stateDirectory,
            valueName: "dir"),
        completion: .directory)
    public var stateDir: String?

    /// The format of standard output; `nil` if no option gives it.
    @Option(help: .format(of: App.product))
    public var format: Settings.Format?

    /// The longest time for one exchange with its retries; `nil` if no option gives it.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            Sentence(
                en: "How long one exchange with its retries may take, more than 0.",
                ja: "再試行も含めて一回の通信にかけてよい時間。0より大きい秒数。"
            ), variables: CommonSetting.timeout.variable(of: App.product), otherwise: Sentence("8"),
            valueName: "seconds"))
    public var timeout: Seconds?

    /// The shortest time for which the splash is shown; `nil` if no option gives it.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            Sentence(en: "How long the splash is shown at least.", ja: "スプラッシュを少なくとも表示しておく時間。"),
            variables: CommonSetting.splash.variable(of: App.product),
            otherwise: Sentence(en: "2 on a terminal and 0 elsewhere", ja: "端末なら2、それ以外なら0"), valueName: "seconds"))
    public var splash: Seconds?

    /// Whether the option asks for a line on standard error for each scene.
    @Flag(
        help: ArgumentHelp(
            Sentence(
                en: "Write a line on standard error for each scene, as it happens.", ja: "シーンごとに、その場で標準エラー出力に一行を書く。"),
            variables: "\(CommonSetting.trace.variable(of: App.product))=1"))
    public var trace = false

    /// The path of the file that the run is recorded in; `nil` if no option gives it.
    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "Record the run in a new file, without secrets, for `\(App.product.name) replay`.",
                ja: "`\(App.product.name) replay`のために、実行を新しいファイルに記録する。秘密は含まない。"),
            variables: CommonSetting.record.variable(of: App.product),
            valueName: "file"), completion: .file())
    public var record: String?

    /// The language of sentences; `nil` if no option gives it.
    @Option(help: .language(of: App.product))
    public var language: Language?

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "The certificate authorities to trust in place of the system's, a file in PEM.",
                ja: "システムのものの代わりに信頼する認証局。PEM形式のファイル。"), variables: CommonSetting.caFile.variable(of: App.product),
            "SSL_CERT_FILE",
            valueName: "file"), completion: .file())
    var caFile: String?

    @Flag(
        name: .customLong(CommonSetting.allowPlainHTTP.rawValue),
        help: ArgumentHelp(
            Sentence(
                en: "Allow passwords and tokens to be sent to another machine without encryption.",
                ja: "パスワードやトークンを、暗号化せずに別のマシンに送ることを許す。"),
            variables: "\(CommonSetting.allowPlainHTTP.variable(of: App.product))=1"))
    var allowPlainHTTP = false

    /// Checks the settings before anything runs, so that the usage that is shown is that of the command.
    public func validate() throws {
        _ = try App.dependencies(for: settings(), own)
    }
}

extension CommonOptions {
    /// The program that runs a use case with these settings. `equip` provides the ports that only this command needs.
    @MainActor public func program(
        as actor: Actor = .user, equip: (inout Dependencies) -> Void = { _ in }
    ) throws -> Program {
        let settings = try settings()
        var dependencies = try App.dependencies(for: settings, own)
        equip(&dependencies)
        return Program(settings, dependencies, as: actor)
    }

    /// Where everything that is kept in files is if no option says.
    public static var stateDirectory: Sentence {
        Sentence(
            en: "\(App.product.name) in $XDG_STATE_HOME or ~/.local/state",
            ja: "$XDG_STATE_HOMEまたは ~/.local/state の中の\(App.product.name)")
    }
}

/// Options that other commands have, too.
extension ArgumentHelp {
    /// The help of the option for the format of standard output.
    public static func format(of product: Product) -> ArgumentHelp {
        ArgumentHelp(
            Sentence(en: "What standard output is for.", ja: "標準出力の形式。"),
            variables: CommonSetting.format.variable(of: product), otherwise: Sentence("text"))
    }

    /// The help of the option for the language of sentences.
    public static func language(of product: Product) -> ArgumentHelp {
        ArgumentHelp(
            Sentence(en: "The language of sentences.", ja: "表示する言語。"),
            variables: CommonSetting.language.variable(of: product), "LC_ALL", "LC_MESSAGES", "LANG",
            otherwise: Sentence("en"))
    }
}

extension Settings.Store: ExpressibleByArgument {}
extension Settings.Format: ExpressibleByArgument {}
extension Language: ExpressibleByArgument {}
