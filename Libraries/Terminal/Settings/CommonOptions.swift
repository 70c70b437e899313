public import ArgumentParser
import Foundation
public import UsecasesEngine

/// The options of every command that runs a use case. Each has an environment variable. The option takes precedence.
public struct CommonOptions<App: TerminalApplication>: ParsableArguments {
    /// Creates unparsed options, for the argument parser.
    public init() {}

    /// The application's own options.
    @OptionGroup public var own: App.OwnOptions

    /// The location of stored values, or `nil` if no option gives it.
    @Option(help: Self.help(.store, en: "Where values are kept.", ja: "値の保存先。", otherwise: Sentence("file")))
    public var store: Settings.Store?

    /// The path of the state directory, or `nil` if no option gives it.
    @Option(
        help: Self.help(
            .stateDir, en: "The directory of everything that is kept in files.", ja: "データの保存先のディレクトリ。",
            otherwise: Self.stateDirectory, valueName: "dir"),
        completion: .directory)
    public var stateDir: String?

    /// The format of standard output, or `nil` if no option gives it.
    @Option(help: .format(of: App.product))
    public var format: Settings.Format?

    /// The maximum time for one exchange with its retries, or `nil` if no option gives it.
    @Option(
        parsing: .unconditional,
        help: Self.help(
            .timeout, en: "How long one exchange with its retries may take, more than 0.",
            ja: "再試行も含めた1回の通信の制限時間。0より大きい秒数。", otherwise: Sentence("8"), valueName: "seconds"))
    public var timeout: Seconds?

    /// The minimum time for the splash, or `nil` if no option gives it.
    @Option(
        parsing: .unconditional,
        help: Self.help(
            .splash, en: "How long the splash is shown at least.", ja: "スプラッシュ画面の最短表示時間(秒)。",
            otherwise: Sentence(en: "2 on a terminal and 0 elsewhere", ja: "ターミナルなら2、それ以外なら0"), valueName: "seconds"))
    public var splash: Seconds?

    /// Whether the option requests a line on standard error for each scene.
    @Flag(
        help: Self.help(
            .trace, en: "Write a line on standard error for each scene, as it happens.",
            ja: "シーンに入るたびに、標準エラー出力に1行を書く。"))
    public var trace = false

    /// The path of the file that records the run, or `nil` if no option gives it.
    @Option(
        help: Self.help(
            .record, en: "Record the run in a new file, without secrets, for `\(App.product.name) replay`.",
            ja: "`\(App.product.name) replay`のために、実行を新しいファイルに記録する。秘密の値は含まない。", valueName: "file"),
        completion: .file())
    public var record: String?

    /// The language of sentences, or `nil` if no option gives it.
    @Option(help: .language(of: App.product))
    public var language: Language?

    @Option(
        help: Self.help(
            .caFile, en: "The certificate authorities to trust instead of the system's, a file in PEM.",
            ja: "システムの認証局の代わりに信頼する認証局。PEM形式のファイル。", valueName: "file"),
        completion: .file())
    var caFile: String?

    @Flag(
        name: .customLong(CommonSetting.allowPlainHTTP.rawValue),
        help: Self.help(
            .allowPlainHTTP, en: "Allow passwords and tokens to be sent to another machine without encryption.",
            ja: "パスワードやトークンを、暗号化せずに別のマシンに送ることを許可する。"))
    var allowPlainHTTP = false

    /// Returns the help of the option for this setting, with its variable.
    private static func help(
        _ setting: CommonSetting, en: String, ja: String, otherwise: Sentence? = nil, valueName: String? = nil
    ) -> ArgumentHelp {
        let variable = setting.variable(of: App.product)
        let abstract = Sentence(en: en, ja: ja)
        return switch setting {
        case .trace, .allowPlainHTTP: ArgumentHelp(abstract, variables: variable + "=1")
        case .caFile: ArgumentHelp(abstract, variables: variable, "SSL_CERT_FILE", valueName: valueName)
        case .store, .stateDir, .format, .timeout, .splash, .record, .language:
            ArgumentHelp(abstract, variables: variable, otherwise: otherwise, valueName: valueName)
        }
    }
}

extension CommonOptions {
    /// Returns the program that runs a use case with these settings. `equip` adds the ports that only this command
    /// needs. Throws a usage error for an invalid setting, and for one that no adapter supports.
    @MainActor public func program(
        as actor: Actor = .user, equip: (inout Dependencies) throws -> Void = { _ in }
    ) throws -> Program {
        let settings: Settings
        var dependencies: Dependencies
        do {
            settings = try self.settings()
            dependencies = try App.dependencies(for: settings, own)
        } catch {
            throw RefusedSetting(message: (error as? ValidationError)?.message ?? "\(error)")
        }
        try equip(&dependencies)
        return Program(settings, dependencies, as: actor)
    }

    /// The default location of the state directory.
    public static var stateDirectory: Sentence {
        Sentence(
            en: "\(App.product.name) in $XDG_STATE_HOME or ~/.local/state",
            ja: "$XDG_STATE_HOMEまたは ~/.local/state の中の\(App.product.name)")
    }
}

/// A setting that is invalid, or that no adapter supports. The message is printed with the usage of the command.
struct RefusedSetting: Error {
    let message: String
}

/// The option for the language of a command that runs no use case.
struct LanguageOption<App: TerminalApplication>: ParsableArguments {
    @Option(help: .language(of: App.product))
    var language: Language?

    /// The language from the option, or otherwise from the environment.
    var value: Language { get throws { try language ?? GivenSettings(of: App.self).language } }
}

/// The options for the output of a command that runs no use case.
struct OutputOptions<App: TerminalApplication>: ParsableArguments {
    @Option(help: .format(of: App.product))
    var format: Settings.Format?

    @OptionGroup var language: LanguageOption<App>

    /// The format from the option, or otherwise from the environment.
    var value: Settings.Format { get throws { try format ?? GivenSettings(of: App.self).value(of: .format) ?? .text } }
}

extension GivenSettings<CommonSetting> {
    /// Creates the settings that the variables of this process give.
    fileprivate init<App: TerminalApplication>(of application: App.Type) {
        self.init(product: App.product, variables: Environment.process.variables)
    }
}

/// The help of options that other commands share.
extension ArgumentHelp {
    /// The help of the option for the format of standard output.
    public static func format(of product: Product) -> ArgumentHelp {
        ArgumentHelp(
            Sentence(en: "The form of standard output.", ja: "標準出力の形式。"),
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

extension CommonOptions {
    /// Returns the settings. The environment supplies the values that no option gives. Throws a usage error that names
    /// an invalid variable.
    public func settings(in environment: Environment = .process) throws -> Settings {
        let given = GivenSettings<CommonSetting>(product: App.product, variables: environment.variables)
        let timeout = try timeout ?? given.value(of: .timeout, allowed: .seconds)
        if let timeout, timeout.duration == .zero {
            throw ValidationError(.noTime)
        }
        let splash = try splash ?? given.value(of: .splash, allowed: .seconds)
        return Settings(
            store: try store ?? given.value(of: .store) ?? .file,
            stateDirectory: try stateDirectory(given, in: environment),
            format: try format ?? given.value(of: .format) ?? .text,
            timeout: timeout?.duration ?? .seconds(8),
            splash: splash?.duration,
            isTraced: try trace || given.isOn(.trace),
            record: try recordingFile(given),
            language: try language ?? given.language,
            authorities: try authorities(given), systemAuthorities: environment["SSL_CERT_FILE"],
            allowsPlainHTTP: try allowPlainHTTP || given.isOn(.allowPlainHTTP),
            product: App.product, variables: Self.ownVariables(among: environment.variables))
    }

    /// Returns the variables of this program that do not belong to a common setting.
    private static func ownVariables(among variables: [String: String]) -> [String: Secret] {
        let common = Set(CommonSetting.allCases.map { $0.variable(of: App.product) })
        return variables.filter { name, text in
            name.hasPrefix(App.product.variablePrefix) && !text.isEmpty && !common.contains(name)
        }.mapValues { Secret($0) }
    }

    private func authorities(_ given: GivenSettings<CommonSetting>) throws -> String? {
        guard let named = caFile ?? given.text(of: .caFile) else { return nil }
        try named.checkName(of: CommonSetting.caFile.option)
        return named
    }

    private func recordingFile(_ given: GivenSettings<CommonSetting>) throws -> String? {
        guard let named = record ?? given.text(of: .record) else { return nil }
        try named.checkName(of: CommonSetting.record.option)
        var status = stat()
        // A dangling link counts as an existing file.
        guard lstat(named, &status) != 0 else { throw ValidationError(.occupiedFile(named)) }
        return named
    }

    private func stateDirectory(
        _ given: GivenSettings<CommonSetting>, in environment: Environment
    ) throws -> String {
        if let named = stateDir ?? given.text(of: .stateDir) {
            try named.checkName(of: CommonSetting.stateDir.option)
            return named
        }
        try environment.stateHome.checkName(of: "HOME or XDG_STATE_HOME")
        return environment.stateDirectory(of: App.product)
    }
}

/// A duration as typed, from 0 to 86400 seconds, with or without a fraction.
public struct Seconds: Sendable, Hashable, ExpressibleByArgument {
    package let duration: Duration

    /// Creates a duration. Returns `nil` unless the text is a number from 0 to 86400.
    public init?(argument: String) {
        guard let seconds = Double(argument), (0...86400).contains(seconds) else { return nil }
        duration = .seconds(seconds)
    }
}

extension Duration {
    package static let units: KeyValuePairs = ["d": 86_400, "h": 3600, "m": 60, "s": 1]

    /// Creates a duration from a whole number with a unit, such as `10m`. Returns `nil` unless it is from one second to 90 days.
    package init?(written text: String) {
        guard let unit = Self.units.first(where: { text.hasSuffix($0.key) })?.value,
            let count = Int(text.dropLast()), (1...90 * 86_400).contains(count), count * unit <= 90 * 86_400
        else { return nil }
        self = .seconds(count * unit)
    }
}

extension String {
    /// Throws a usage error if the text cannot be a file name. `option` is its source.
    ///
    /// An argument with invalid text was decoded with replacement characters, and would name a different file.
    public func checkName(of option: String) throws {
        guard !isEmpty else { throw ValidationError(.emptyName(of: option)) }
        guard !unicodeScalars.contains("\u{FFFD}") else { throw ValidationError(.unreadableName(of: option)) }
    }
}
