public import ArgumentParser
import UsecasesAPIClient
public import UsecasesEngine

/// An error in the arguments that the argument parser does not find or explain.
public struct UsageError: Sendable, Hashable {
    /// The message for the user. It names the error, and usually a fix.
    public let sentence: Sentence

    private init(en: String, ja: String) {
        sentence = Sentence(en: en, ja: ja)
    }

    private init(_ sentence: Sentence) {
        self.sentence = sentence
    }

    /// An invalid argument of a use case, with the reason.
    public static func malformed(_ reason: Sentence) -> UsageError { UsageError(reason) }

    /// The error with a name that the user may have meant.
    private func suggesting(_ en: String?, ja: String?) -> UsageError {
        guard let en, let ja else { return self }
        return UsageError(sentence.followed(by: Sentence(en: "Did you mean '\(en)'?", ja: "\(ja)のことですか?")))
    }
}

extension ValidationError {
    /// Creates an error with the sentence in the language of messages about arguments.
    public init(_ error: UsageError) {
        self.init(error.sentence.text(in: .spoken))
    }
}

/// Names that do not exist, and values that no setting can have.
extension UsageError {
    /// The allowed values. `seconds` is a number of seconds from 0 to 86400, and `truth` is 1 or 0.
    public enum Expectation: Sendable, Hashable {
        case seconds, truth
        /// The text that replaces the ellipsis in “it must be …”.
        case described(Sentence)
        /// One of these values.
        case oneOf([String])

        fileprivate var sentence: Sentence {
            switch self {
            case .seconds: Sentence(en: "a number of seconds from 0 to 86400", ja: "0から86400までの秒数")
            case .described(let sentence): sentence
            case .truth: Sentence(en: "1 or 0", ja: "1または0")
            case .oneOf(let values):
                Sentence(en: values.joined(separator: " or "), ja: values.joined(separator: "、") + "のいずれか")
            }
        }
    }

    static func noSuchCommand(_ name: String, similar: String?) -> UsageError {
        UsageError(en: "No such command: '\(name)'.", ja: "「\(name)」というコマンドはありません。")
            .suggesting(similar, ja: similar.map { "「\($0)」" })
    }

    static func unknownOption(_ name: String, similar: String?) -> UsageError {
        UsageError(en: "Unknown option '\(name)'.", ja: "\(name) というオプションはありません。")
            .suggesting(similar, ja: similar.map { "\($0) " })
    }

    /// A word that begins with a hyphen, possibly intended as an argument or as the value of an option, and its notation
    /// then.
    static func wordAsOption(_ word: String, instead: String) -> UsageError {
        UsageError(
            en: "'\(word)' was taken for an option. Write '\(instead)' if it is not one.",
            ja: "\(word) はオプションとみなされました。オプションでなければ \(instead) と書いてください。")
    }

    /// A use case of this name does not exist. `known` are all names, and `similar` is the name that the user may have
    /// meant.
    static func noSuchUsecase(_ name: String, known: [String], similar: String?) -> UsageError {
        let error = UsageError(en: "No such use case: '\(name)'.", ja: "「\(name)」というユースケースはありません。")
        guard similar == nil else { return error.suggesting(similar, ja: similar.map { "「\($0)」" }) }
        let names = known.joined(separator: ", ")
        return UsageError(
            error.sentence.followed(by: Sentence(en: "The use cases are: \(names).", ja: "次のものがあります: \(names)")))
    }

    static func invalidVariable(_ name: String, value: String, _ expected: Expectation) -> UsageError {
        UsageError(
            en: "The value '\(value)' of \(name) is invalid: it must be \(expected.sentence.text(in: .en)).",
            ja: "\(name)の値「\(value)」は正しくありません。\(expected.sentence.text(in: .ja))を指定してください。")
    }

    static let noTime = UsageError(
        en: "The timeout is 0, so nothing could be exchanged. Allow more than 0 seconds.",
        ja: "待ち時間が0では何も通信できません。0秒より長くしてください。")

    static func emptyName(of option: String) -> UsageError {
        UsageError(en: "The name that \(option) gives is empty.", ja: "\(option)の名前が空です。")
    }

    /// The name of a file or a directory that is not valid text, and would name a different file.
    static func unreadableName(of option: String) -> UsageError {
        UsageError(
            en: "The name that \(option) gives is not text in UTF-8: files are found only by such names.",
            ja: "\(option)の名前がUTF-8のテキストではありません。そのような名前のファイルは扱えません。")
    }

    static func occupiedFile(_ name: String) -> UsageError {
        UsageError(
            en: "The file '\(name)' already exists: name a different one, and nothing is lost.",
            ja: "ファイル「\(name)」はすでにあります。何も失わないように、別の名前を指定してください。")
    }

    static func unusableAddress(_ text: String, of option: String, _ flaw: BaseAddress.Flaw) -> UsageError {
        UsageError(
            en: "The value '\(text)' of \(option) is not an address of a service: \(flaw.sentence.text(in: .en)).",
            ja: "\(option)の値「\(text)」はサービスのアドレスではありません。\(flaw.sentence.text(in: .ja))。")
    }

    /// An address that would receive passwords and tokens without encryption.
    static func exposedAddress(_ address: String, of option: String) -> UsageError {
        UsageError(
            en: """
                With the value '\(address)' of \(option), passwords and tokens would leave this machine without encryption. \
                Use https, or allow it with \(CommonSetting.allowPlainHTTP.option).
                """,
            ja: """
                \(option)の値「\(address)」では、パスワードやトークンが暗号化されずにこのマシンの外へ送られます。\
                httpsを使うか、\(CommonSetting.allowPlainHTTP.option) で許可してください。
                """)
    }

    static func outOfRange(of option: String, _ range: ClosedRange<Int>) -> UsageError {
        UsageError(
            en: "\(option) takes a number from \(range.lowerBound) to \(range.upperBound).",
            ja: "\(option)には\(range.lowerBound)から\(range.upperBound)までの数を指定してください。")
    }
}

/// Input that a terminal cannot ask for, and secrets on standard input.
extension UsageError {
    /// A confirmation that no terminal can ask for.
    public static let noTerminalToConfirm = UsageError(
        en: "Without a terminal, pass --yes to confirm.", ja: "ターミナルがないときは、--yes を付けて確認してください。")

    /// A value that requires this option if no terminal can ask for it.
    public static func noTerminal(option: String) -> UsageError {
        UsageError(en: "Without a terminal, pass \(option).", ja: "ターミナルがないときは、\(option) を付けてください。")
    }

    /// A secret that is read from standard input with this option, and from a terminal otherwise.
    public static func noTerminalForSecret(option: String) -> UsageError {
        UsageError(
            en: "Without a terminal, pass \(option) and write the secret to standard input.",
            ja: "ターミナルがないときは、\(option) を付けて、秘密の値を標準入力に書いてください。")
    }

    static let longSecret = UsageError(
        en: "Standard input has more than \(SecretInput.limit) bytes: write only the secrets.",
        ja: "標準入力が\(SecretInput.limit)バイトを超えています。秘密の値だけを書いてください。")

    static let unreadableSecret = UsageError(
        en: "Standard input is not text in UTF-8, or has a NUL: write the secrets as text.",
        ja: "標準入力がUTF-8のテキストではないか、NULを含んでいます。秘密の値をテキストで書いてください。")

    static func secretLines(expected: Int, found: Int) -> UsageError {
        expected == 1
            ? UsageError(
                en: "Standard input must have one line, the secret. It has \(found) lines.",
                ja: "標準入力は秘密の値だけの1行でなければなりませんが、\(found)行あります。")
            : UsageError(
                en: """
                    Standard input must have \(expected) lines, one for each secret that a terminal asks for. It has \
                    \(found) lines.
                    """,
                ja: "標準入力は、ターミナルで尋ねる順に秘密の値を書いた\(expected)行でなければなりませんが、\(found)行あります。")
    }

    /// The user failed too often to repeat a new secret.
    public static let unrepeatedSecret = UsageError(
        en: "The two entries of the new password differ, so nothing was changed. Try again.",
        ja: "新しいパスワードの2回の入力が一致しないため、何も変更していません。もう一度お試しください。")
}

/// Options of the laboratory that do not go together.
extension UsageError {
    static let diagramOfAll = UsageError(
        en: "A diagram is of one use case: name it after `usecases`.",
        ja: "図にできるのは、ひとつのユースケースだけです。`usecases`の後に名前を指定してください。")
    static let coverageElsewhere = UsageError(
        en: "Only the page in HTML shows the coverage: add --format html.",
        ja: "カバレッジを示すのはHTMLのページだけです。--format html を付けてください。")
    static let drawsOutOfRange = UsageError(
        en: "--draws takes a number from 1 to 10000.", ja: "--drawsには1から10000までの数を指定してください。")

    static let seedWithoutDraws = UsageError(
        en: "--seed needs --draws COUNT.", ja: "--seedには--draws 数が必要です。")

    static let timesElsewhere = UsageError(
        en: "The times are those of one use case: name it after `usecases`, without another format.",
        ja: "時間を示せるのは、ひとつのユースケースだけです。`usecases`の後に名前を指定し、ほかの形式は指定しないでください。")
    static let depthOfResumed = UsageError(
        en: "How many runs came before was decided when the leftovers were written: leave out --depth.",
        ja: "それ以前の実行の数は、状態を書き出したときに決まっています。--depth を付けないでください。")
    static let noDuration = UsageError(
        en: "A length of time is a whole number with s, m, h or d, such as 10m, and at most 90d.",
        ja: "時間の長さは、10mのように、s、m、h、dの付いた整数で、90d以下です。")
    static let switchesByChance = UsageError(
        en: "Random worlds switch at random: leave out --switches or --seed.",
        ja: "ランダムな世界では、切り替えもランダムです。--switches と --seed は、どちらか一方だけを付けてください。")
    static let tooManyActors = UsageError(
        en: "Worlds of more than two actors are too many to explore: play random ones with --for or --seed.",
        ja: "アクターが3以上の世界は、多すぎて調べきれません。--for か --seed を付けてランダムに調べてください。")
    static let noScene = UsageError(
        en: "A run has at least one scene: --until 1.", ja: "実行には少なくともひとつのシーンがあります: --until 1")

    static func malformedChange(example: String) -> UsageError {
        UsageError(
            en: "A change is written PORT.OPERATION=OUTCOME, such as \(example).",
            ja: "変更は \(example) のように「ポート.操作=結果」と書きます。")
    }
}

extension BaseAddress.Flaw {
    fileprivate var sentence: Sentence {
        switch self {
        case .unreadable: Sentence(en: "it is not a URL", ja: "URLではありません")
        case .scheme: Sentence(en: "it must begin with http:// or https://", ja: "http:// または https:// で始めてください")
        case .host: Sentence(en: "it names no host", ja: "ホスト名がありません")
        case .port: Sentence(en: "its port must be from 1 to 65535", ja: "ポートは1から65535までです")
        case .userinfo: Sentence(en: "a name or a password has no place in it", ja: "名前やパスワードは書けません")
        case .queryOrFragment: Sentence(en: "it must end after the path", ja: "パスより後には何も書けません")
        }
    }
}

extension CommandConfiguration {
    /// Creates a configuration in the language of messages about arguments. It must not be stored, so a command creates
    /// it on each access.
    public init(
        commandName: String, abstract: Sentence, usage: String? = nil, discussion: Sentence? = nil,
        subcommands: [any ParsableCommand.Type] = [], groups: [CommandGroup] = [],
        defaultSubcommand: (any ParsableCommand.Type)? = nil, version: String = ""
    ) {
        self.init(
            commandName: commandName, abstract: abstract.text(in: .spoken), usage: usage,
            discussion: discussion?.text(in: .spoken) ?? "", version: version, subcommands: subcommands,
            groupedSubcommands: groups, defaultSubcommand: defaultSubcommand)
    }
}

extension ArgumentHelp {
    /// Creates the help in the language of messages about arguments.
    public init(_ abstract: Sentence, discussion: Sentence? = nil, valueName: String? = nil) {
        self.init(abstract.text(in: .spoken), discussion: discussion?.text(in: .spoken), valueName: valueName)
    }

    /// Creates the help of an option with environment variables. The first variable that is set counts. `otherwise`
    /// describes the default.
    public init(_ abstract: Sentence, variables: String..., otherwise: Sentence? = nil, valueName: String? = nil) {
        let order = Sentence(
            en: variables.joined(separator: ", then "), ja: "環境変数は" + variables.joined(separator: "、次に"))
        let rest = otherwise.map {
            Sentence(en: "; \($0.text(in: .en)) if not given.", ja: "。省略時は\($0.text(in: .ja))。")
        }
        self.init(abstract, discussion: order.joined(with: rest ?? Sentence(en: ".", ja: "。")), valueName: valueName)
    }
}

extension Sentence {
    fileprivate func joined(with end: Sentence) -> Sentence {
        Sentence(en: text(in: .en) + end.text(in: .en), ja: text(in: .ja) + end.text(in: .ja))
    }
}
