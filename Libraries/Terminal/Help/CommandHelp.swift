import ArgumentParser
public import Usecases

/// The help for a command, from the parser's information, in the language of messages about arguments.
struct CommandHelp {
    private let path: CommandPath
    private let command: CommandInfo
    private let omitted: Set<String>
    private let common: Set<String>
    private let examples: [String]
    /// The number of columns before the text of an option or a subcommand.
    private var indent = 26

    /// Creates the help without the `omitted` options, such as `--store`. Of the `common` options, it has only the
    /// names if the command takes all of them. `examples` are command lines without the name of the program.
    init(
        on path: CommandPath, omitting omitted: Set<String> = [], common: Set<String> = [], examples: [String] = []
    ) throws {
        self.path = path
        self.omitted = omitted
        let command = try CommandInfo(of: path.command)
        self.command = command
        self.common = common.isSubset(of: command.optionNames) ? common : []
        let line = path.names.dropFirst().joined(separator: " ")
        self.examples = examples.isEmpty && !self.common.isEmpty ? [line, line + " --format json"] : examples
    }

    /// Returns the help in lines of this width. On a narrow terminal, texts begin below their labels.
    func text(columns: Int) -> String {
        var help = self
        if columns < 60 { help.indent = 6 }
        return Self.wrapped(help.text, to: columns)
    }

    /// Returns the text in lines of at most `columns` columns. The text of an entry is aligned with its beginning.
    static func wrapped(_ text: String, to columns: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { lines(of: String($0), columns: columns) }
            .joined(separator: "\n")
    }

    private var text: String {
        let arguments = (command.arguments ?? []).filter { argument in
            argument.shouldDisplay && !(argument.names ?? []).contains { omitted.contains($0.text) }
        }
        let isCommon = { (argument: CommandInfo.Argument) in
            argument.preferredName.map { common.contains($0.text) } ?? false
        }
        // The help of every command would list the parser's own command.
        let subcommands = command.subcommands?.filter { $0.shouldDisplay && $0.commandName != "help" } ?? []
        let sections =
            [
                path.usage(behind: .usageHeading), overview,
                section(.arguments, arguments.filter { $0.kind == .positional }.map { entry($0) }),
                section(.options, arguments.filter { $0.kind != .positional && !isCommon($0) }.map { entry($0) }),
                section(.commonOptions, reference(to: arguments.filter(isCommon))),
            ] + sections(of: subcommands) + [
                subcommands.isEmpty ? nil : more, section(.examples, examples.map { "  \(path.names[0]) \($0)" }),
            ]
        return sections.compactMap(\.self).joined(separator: "\n\n")
    }

    /// Returns the names of the options, and the command that explains them.
    private func reference(to options: [CommandInfo.Argument]) -> [String] {
        let names = options.compactMap { $0.preferredName?.text }
        let topic = "\(path.names[0]) help options"
        return names.isEmpty
            ? []
            : [
                "  " + names.joined(separator: ", "),
                Sentence(en: "  See '\(topic)'.", ja: "  詳しくは: \(topic)").text(in: .spoken),
            ]
    }

    private var overview: String? {
        let texts = [command.abstract, command.discussion].compactMap(\.self)
        return texts.isEmpty ? nil : Sentence.overview.text(in: .spoken) + texts.joined(separator: "\n\n")
    }

    private var more: String {
        let names = [[path.names[0], "help"], path.names.dropFirst(), ["<subcommand>"]].joined().joined(separator: " ")
        return Sentence(en: "  See '\(names)' for detailed help.", ja: "  詳しくは: \(names)").text(in: .spoken)
    }

    private func section(_ heading: Sentence, _ entries: [String]) -> String? {
        entries.isEmpty ? nil : ([heading.text(in: .spoken)] + entries).joined(separator: "\n")
    }

    /// Returns the ungrouped subcommands, then each group.
    private func sections(of subcommands: [CommandInfo]) -> [String?] {
        let configuration = path.command.configuration
        func entries(_ commands: [any ParsableCommand.Type]) -> [String] {
            commands.compactMap { command in subcommands.first { $0.commandName == command._commandName } }
                .map { entry($0) }
        }
        return [section(.subcommands, entries(configuration.ungroupedSubcommands))]
            + configuration.groupedSubcommands.map { section(.subcommands(of: $0.name), entries($0.subcommands)) }
    }

    private func entry(_ subcommand: CommandInfo) -> String {
        let isDefault = subcommand.commandName == command.defaultSubcommand
        let mark = isDefault ? " (\(Sentence.default.text(in: .spoken)))" : ""
        return entry(subcommand.commandName + mark, [subcommand.abstract])
    }

    private func entry(_ argument: CommandInfo.Argument) -> String {
        let values = argument.allValues.map { "\(Sentence.values.text(in: .spoken)): \($0.joined(separator: ", "))" }
        let value = argument.defaultValue.map { "\(Sentence.default.text(in: .spoken)): \($0)" }
        let remarks = [values, value].compactMap(\.self).joined(separator: "; ")
        // The parser describes its own options in English.
        let own = argument.preferredName.flatMap { Sentence.ownOptions[$0.text]?.text(in: .spoken) }
        let abstract = [own ?? argument.abstract, remarks.isEmpty ? nil : "(\(remarks))"]
        return entry(argument.label, abstract, argument.discussion ?? "")
    }

    private func entry(_ label: String, _ sentences: [String?], _ discussion: String = "") -> String {
        let text = sentences.compactMap(\.self).joined(separator: Sentence(en: " ", ja: "").text(in: .spoken))
        let details = discussion.split(separator: "\n").map { "\n        " + $0 }.joined()
        let label = "  " + label
        guard !text.isEmpty else { return label + details }
        let gap = indent - label.columns
        let spaces = String(repeating: " ", count: gap > 0 ? gap : indent)
        return label + (gap > 0 ? "" : "\n") + spaces + text + details
    }

    /// The minimum number of columns of a text, even on a narrow terminal.
    private static let narrowest = 20

    /// Returns the wrapped lines. The text begins after the last gap of the line, and continues below its beginning.
    private static func lines(of line: String, columns: Int) -> [String] {
        let start = line.ranges(of: /\ {2,}/).last?.upperBound ?? line.startIndex
        let indent = line[..<start].columns
        let wrapped = String(line[start...]).wrapped(to: max(columns - indent, narrowest))
        return zip(0..., wrapped).map { index, text in
            (index == 0 ? line[..<start] : String(repeating: " ", count: indent)[...]) + text
        }
    }
}

extension Sentence {
    fileprivate static let overview = Sentence(en: "OVERVIEW: ", ja: "概要: ")
    fileprivate static let usageHeading = Sentence(en: "USAGE: ", ja: "使い方: ")
    fileprivate static let arguments = Sentence(en: "ARGUMENTS:", ja: "引数:")
    fileprivate static let options = Sentence(en: "OPTIONS:", ja: "オプション:")
    fileprivate static let commonOptions = Sentence(en: "COMMON OPTIONS:", ja: "共通のオプション:")
    fileprivate static let examples = Sentence(en: "EXAMPLES:", ja: "例:")
    fileprivate static let subcommands = Sentence(en: "SUBCOMMANDS:", ja: "コマンド:")
    fileprivate static func subcommands(of group: String) -> Sentence {
        Sentence(en: "\(group.uppercased()) SUBCOMMANDS:", ja: "\(group)のコマンド:")
    }
    fileprivate static let values = Sentence(en: "values", ja: "値")
    fileprivate static let `default` = Sentence(en: "default", ja: "省略時")
    fileprivate static let ownOptions = [
        "--version": Sentence(en: "Show the version.", ja: "バージョンを表示する。"),
        "--help": Sentence(en: "Show help information.", ja: "この説明を表示する。"),
    ]
}

/// An error message about the arguments, with the usage of the command, in the language of messages about arguments.
struct UsageMessage: Error {
    let text: String

    /// Creates a message, with the help for the argument that it is about.
    init(_ reason: Sentence, about argument: CommandInfo.Argument? = nil, of path: CommandPath) {
        let help = argument.map { "\(Sentence.help.text(in: .spoken))\($0.synopsis)  \($0.abstract ?? "")" }
        let more = path.names.joined(separator: " ") + " --help"
        text = [
            reason.text(in: .spoken), help, path.usage(behind: .usage),
            Sentence(en: "  See '\(more)' for more information.", ja: "  詳しくは: \(more)").text(in: .spoken),
        ].compactMap(\.self).joined(separator: "\n")
    }

    /// Creates a message from an error message of the parser.
    init(refusalOfParser message: String, of path: CommandPath) throws {
        let command = try CommandInfo(of: path.command)
        if let error = path.unknownOption(of: command) {
            self.init(error.sentence, of: path)
        } else {
            let named = command.arguments?.first { $0.kind != .flag && message.contains("'\($0.synopsis)'") }
            self.init(Sentence(refusalOfParser: message), about: named, of: path)
        }
    }
}

extension Sentence {
    fileprivate static let help = Sentence(en: "Help:  ", ja: "説明:  ")
    fileprivate static let usage = Sentence(en: "Usage: ", ja: "使い方: ")
}

extension Sentence {
    /// Creates a sentence from the parser's error message. The parser returns only this English sentence, so it is
    /// compared with the sentences of version 1.8. An unknown sentence stays in English.
    public init(refusalOfParser english: String) {
        let found = Self.refusalsOfParser.lazy.compactMap { refusal in
            english.values(of: refusal.text(in: .en)).map { refusal.text(in: .ja).filled(with: $0) }
        }
        self.init(en: english, ja: found.first ?? english)
    }

    /// The sentences of version 1.8 of the parser, with placeholders for their values.
    static let refusalsOfParser = [
        Sentence(en: "Missing value for '①'", ja: "① に値がありません。"),
        Sentence(en: "Missing expected argument '①'", ja: "引数 ① がありません。"),
        Sentence(en: "Unexpected argument '①'", ja: "余計な引数があります: ①"),
        Sentence(en: "① unexpected arguments: ②", ja: "余計な引数があります: ②"),
        Sentence(
            en: "The value '①' is invalid for '②'. Please provide one of the following:③",
            ja: "② の値「①」は正しくありません。次のいずれかを指定してください:③"),
        Sentence(
            en: "The value '①' is invalid for '②'. Please provide one of ③ and ④.",
            ja: "② の値「①」は正しくありません。次のいずれかを指定してください: ③, ④"),
        Sentence(
            en: "The value '①' is invalid for '②'. Please provide one of ③ or ④.",
            ja: "② の値「①」は正しくありません。次のいずれかを指定してください: ③, ④"),
        Sentence(
            en: "The value '①' is invalid for '②'. Please provide one of ③.",
            ja: "② の値「①」は正しくありません。次のいずれかを指定してください: ③"),
        Sentence(en: "The value '①' is invalid for '②': ③", ja: "② の値「①」は正しくありません。③"),
        Sentence(en: "The value '①' is invalid for '②'", ja: "② の値「①」は正しくありません。"),
        Sentence(
            en: "The option '①' does not take any value, but '②' was specified.",
            ja: "① は値を取りませんが、「②」が指定されました。"),
        Sentence(
            en: "Can't ①.\nPlease use --generate-completion-script=<shell> with one of:②",
            ja: "このシェルの補完スクリプトは作れません。--generate-completion-script=<shell> には次のいずれかを指定してください:②"),
    ]
}

extension String {
    private static let placeholders: [Character] = ["①", "②", "③", "④"]

    /// Returns the values at the placeholders of the template, or `nil` if the rest of the text differs.
    public func values(of template: String) -> [Substring]? {
        let fixed = template.split(omittingEmptySubsequences: false, whereSeparator: Self.placeholders.contains)
        guard let beginning = fixed.first, let end = fixed.last, hasPrefix(beginning) else { return nil }
        var rest = dropFirst(beginning.count)
        var values: [Substring] = []
        for part in fixed.dropFirst().dropLast() {
            guard let range = rest.firstRange(of: part) else { return nil }
            values.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(end) ? values + [rest.dropLast(end.count)] : nil
    }

    /// Returns this template with its placeholders replaced by the values.
    func filled(with values: [Substring]) -> String {
        map { character in
            Self.placeholders.firstIndex(of: character).map { String(values[$0]) } ?? String(character)
        }.joined()
    }
}
