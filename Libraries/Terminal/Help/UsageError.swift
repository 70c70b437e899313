public import ArgumentParser
public import Usecases

/// An error in the arguments that the argument parser does not find or explain.
public enum UsageError: Sendable, Hashable {
    /// The allowed values. `seconds` is a number of seconds from 0 to 86400, and `truth` is 1 or 0.
    public enum Expectation: Sendable, Hashable {
        case seconds, truth
        /// The text that replaces the ellipsis in “it must be …”.
        case described(Sentence)
        /// One of these values.
        case oneOf([String])
    }

    /// A command of this name does not exist. `similar` is an existing command that the user may have meant.
    case noSuchCommand(String, similar: String?)
    /// The command does not have this option. `similar` is an option that the user may have meant.
    case unknownOption(String, similar: String?)
    /// A word that begins with a hyphen, possibly intended as an argument or as the value of an option, and its notation
    /// then.
    case wordAsOption(String, instead: String)
    /// A use case of this name does not exist. `known` are all names, and `similar` is the name that the user may have
    /// meant.
    case noSuchUsecase(String, known: [String], similar: String?)
    /// The environment variable of this name has an invalid value.
    case invalidVariable(String, value: String, Expectation)
    /// A timeout of 0.
    case noTime
    /// An empty file name, given by this option.
    case emptyName(of: String)
    /// The name of a file or a directory that is not valid text, and would name a different file.
    case unreadableName(of: String)
    /// The file to write already exists.
    case occupiedFile(String)
    /// The text, given by this option or variable, is not an address of a service.
    case unusableAddress(String, of: String, AddressFlaw)
    /// An address that would receive passwords and tokens without encryption.
    case exposedAddress(String, of: String)
    /// A diagram without the name of a use case.
    case diagramOfAll
    /// Coverage for a format other than HTML.
    case coverageElsewhere
    /// Times without the name of a use case, or for a format without times.
    case timesElsewhere
    /// A depth for leftovers that are already written.
    case depthOfResumed
    /// A limit on switches in random worlds.
    case switchesByChance
    /// A confirmation that no terminal can ask for.
    case noTerminalToConfirm
    /// A value that requires this option if no terminal can ask for it.
    case noTerminal(option: String)
    /// A secret that is read from standard input with this option, and from a terminal otherwise.
    case noTerminalForSecret(option: String)
    /// More bytes on standard input than ``SecretInput/limit``.
    case longSecret
    /// A secret that is not UTF-8 text, or contains a NUL.
    case unreadableSecret
    /// A different number of lines on standard input than the number of secrets.
    case secretLines(expected: Int, found: Int)
    /// The user failed too often to repeat a new secret.
    case unrepeatedSecret
    /// A replay of no scene.
    case noScene
    /// A number outside this range.
    case outOfRange(of: String, ClosedRange<Int>)
    /// Worlds with this many actors can only be played at random.
    case tooManyActors
    /// A change of an outcome in another form than the example.
    case malformedChange(example: String)
    /// An invalid argument of a use case, with the reason.
    case malformed(Sentence)
}

/// The part of a service's address that is not allowed. `unreadable` is a text that is not a URL.
public enum AddressFlaw: Sendable, Hashable, CaseIterable {
    case unreadable, scheme, host, port, userinfo, queryOrFragment
}

extension ValidationError {
    /// Creates an error with the sentence in the language of messages about arguments.
    public init(_ error: UsageError) {
        self.init(error.sentence.text(in: .spoken))
    }
}

extension UsageError {
    /// The message for the user. It names the error, and usually a fix.
    public var sentence: Sentence {
        switch self {
        case .noSuchCommand(let name, let similar?):
            Sentence(
                en: "No such command: '\(name)'. Did you mean '\(similar)'?",
                ja: "「\(name)」というコマンドはありません。「\(similar)」のことですか?")
        case .noSuchCommand(let name, nil):
            Sentence(en: "No such command: '\(name)'.", ja: "「\(name)」というコマンドはありません。")
        case .unknownOption(let name, let similar?):
            Sentence(
                en: "Unknown option '\(name)'. Did you mean '\(similar)'?",
                ja: "\(name) というオプションはありません。\(similar) のことですか?")
        case .unknownOption(let name, nil):
            Sentence(en: "Unknown option '\(name)'.", ja: "\(name) というオプションはありません。")
        case .wordAsOption(let word, let instead):
            Sentence(
                en: "'\(word)' was taken for an option. Write '\(instead)' if it is not one.",
                ja: "\(word) はオプションとみなされました。オプションでなければ \(instead) と書いてください。")
        case .noSuchUsecase(let name, _, let similar?):
            Sentence(
                en: "No such use case: '\(name)'. Did you mean '\(similar)'?",
                ja: "「\(name)」というユースケースはありません。「\(similar)」のことですか?")
        case .noSuchUsecase(let name, let known, nil):
            Sentence(
                en: "No such use case: '\(name)'. The use cases are: \(known.joined(separator: ", ")).",
                ja: "「\(name)」というユースケースはありません。次のものがあります: \(known.joined(separator: ", "))")
        case .invalidVariable(let name, let value, let expectation):
            Sentence(
                en: "The value '\(value)' of \(name) is invalid: it must be \(expectation.sentence.text(in: .en)).",
                ja: "\(name)の値「\(value)」は正しくありません。\(expectation.sentence.text(in: .ja))を指定してください。")
        case .noTime:
            Sentence(
                en: "The timeout is 0, so nothing could be exchanged. Allow more than 0 seconds.",
                ja: "待ち時間が0では何も通信できません。0秒より長くしてください。")
        case .emptyName(let option):
            Sentence(en: "The name that \(option) gives is empty.", ja: "\(option)の名前が空です。")
        case .unreadableName(let option):
            Sentence(
                en: "The name that \(option) gives is not text in UTF-8: files are found only by such names.",
                ja: "\(option)の名前がUTF-8のテキストではありません。そのような名前のファイルは扱えません。")
        case .occupiedFile(let name):
            Sentence(
                en: "The file '\(name)' already exists: name a different one, and nothing is lost.",
                ja: "ファイル「\(name)」はすでにあります。何も失わないように、別の名前を指定してください。")
        case .unusableAddress(let text, let option, let flaw):
            Sentence(
                en: "The value '\(text)' of \(option) is not an address of a service: \(flaw.sentence.text(in: .en)).",
                ja: "\(option)の値「\(text)」はサービスのアドレスではありません。\(flaw.sentence.text(in: .ja))。")
        case .exposedAddress(let address, let option):
            Sentence(
                en: """
                    With the value '\(address)' of \(option), passwords and tokens would leave this machine without encryption. \
                    Use https, or allow it with \(CommonSetting.allowPlainHTTP.option).
                    """,
                ja: """
                    \(option)の値「\(address)」では、パスワードやトークンが暗号化されずにこのマシンの外へ送られます。\
                    httpsを使うか、\(CommonSetting.allowPlainHTTP.option) で許可してください。
                    """)
        case .diagramOfAll:
            Sentence(
                en: "A diagram is of one use case: name it after `usecases`.",
                ja: "図にできるのは、ひとつのユースケースだけです。`usecases`の後に名前を指定してください。")
        case .coverageElsewhere:
            Sentence(
                en: "Only the page in HTML shows the coverage: add --format html.",
                ja: "カバレッジを示すのはHTMLのページだけです。--format html を付けてください。")
        case .depthOfResumed:
            Sentence(
                en: "How many runs came before was decided when the leftovers were written: leave out --depth.",
                ja: "それ以前の実行の数は、状態を書き出したときに決まっています。--depth を付けないでください。")
        case .switchesByChance:
            Sentence(
                en: "Random worlds switch at random: leave out --switches or --seed.",
                ja: "ランダムな世界では、切り替えもランダムです。--switches と --seed は、どちらか一方だけを付けてください。")
        case .timesElsewhere:
            Sentence(
                en: "The times are those of one use case: name it after `usecases`, without another format.",
                ja: "時間を示せるのは、ひとつのユースケースだけです。`usecases`の後に名前を指定し、ほかの形式は指定しないでください。")
        case .noTerminalToConfirm:
            Sentence(en: "Without a terminal, pass --yes to confirm.", ja: "ターミナルがないときは、--yes を付けて確認してください。")
        case .noTerminal(let option):
            Sentence(en: "Without a terminal, pass \(option).", ja: "ターミナルがないときは、\(option) を付けてください。")
        case .noTerminalForSecret(let option):
            Sentence(
                en: "Without a terminal, pass \(option) and write the password to standard input.",
                ja: "ターミナルがないときは、\(option) を付けて、パスワードを標準入力に書いてください。")
        case .longSecret:
            Sentence(
                en: "Standard input has more than \(SecretInput.limit) bytes: write only the password.",
                ja: "標準入力が\(SecretInput.limit)バイトを超えています。パスワードだけを書いてください。")
        case .unreadableSecret:
            Sentence(
                en: "Standard input is not text in UTF-8, or has a NUL: write the password as text.",
                ja: "標準入力がUTF-8のテキストではないか、NULを含んでいます。パスワードをテキストで書いてください。")
        case .secretLines(1, let found):
            Sentence(
                en: "Standard input must have one line, the password. It has \(found) lines.",
                ja: "標準入力はパスワードだけの1行でなければなりませんが、\(found)行あります。")
        case .secretLines(let expected, let found):
            Sentence(
                en:
                    "Standard input must have \(expected) lines, the current password and then the new one. It has \(found) lines.",
                ja: "標準入力は今のパスワード、新しいパスワードの順に\(expected)行でなければなりませんが、\(found)行あります。")
        case .unrepeatedSecret:
            Sentence(
                en: "The two entries of the new password differ, so nothing was changed. Try again.",
                ja: "新しいパスワードの2回の入力が一致しないため、何も変更していません。もう一度お試しください。")
        case .noScene:
            Sentence(en: "A run has at least one scene: --until 1.", ja: "実行には少なくともひとつのシーンがあります: --until 1")
        case .outOfRange(let option, let range):
            Sentence(
                en: "\(option) takes a number from \(range.lowerBound) to \(range.upperBound).",
                ja: "\(option)には\(range.lowerBound)から\(range.upperBound)までの数を指定してください。")
        case .tooManyActors:
            Sentence(
                en: "Worlds of more than two actors are too many to explore: play random ones with --seed.",
                ja: "アクターが3以上の世界は、多すぎて調べきれません。--seed を付けてランダムに調べてください。")
        case .malformedChange(let example):
            Sentence(
                en: "A change is written PORT.OPERATION=OUTCOME, such as \(example).",
                ja: "変更は \(example) のように「ポート.操作=結果」と書きます。")
        case .malformed(let sentence): sentence
        }
    }
}

extension UsageError.Expectation {
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

extension AddressFlaw {
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
