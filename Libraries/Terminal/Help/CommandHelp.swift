import ArgumentParser
import UsecasesEngine

/// The help for a command, from the parser's information, in the language of messages about arguments.
struct CommandHelp {
    private let path: CommandPath
    private let info: CommandInfo
    private let omitted: Set<String>
    private let common: Set<String>
    private let examples: [String]

    /// Creates the help without the `omitted` options, such as `--store`. Of the `common` options, it has only the
    /// names if the command takes all of them. `examples` are command lines without the name of the program.
    init(
        on path: CommandPath, omitting omitted: Set<String> = [], common: Set<String> = [], examples: [String] = []
    ) throws {
        self.path = path
        self.omitted = omitted
        info = try path.info
        self.common = common.isSubset(of: info.optionNames) ? common : []
        let line = path.names.dropFirst().joined(separator: " ")
        self.examples = examples.isEmpty && !self.common.isEmpty ? [line, line + " --format json"] : examples
    }

    /// Returns the help in lines of this width. On a narrow terminal, texts begin below their labels.
    func text(columns: Int) -> String {
        let indent = columns < 60 ? 6 : 26
        let arguments = info.shownArguments.filter { omitted.isDisjoint(with: $0.texts) }
        func isCommon(_ argument: CommandInfo.Argument) -> Bool { common.contains(argument.preferredName?.text ?? "") }
        func section(_ en: String, _ ja: String, _ entries: [String]) -> String? {
            entries.isEmpty ? nil : ([Sentence(en: en, ja: ja).text(in: .spoken)] + entries).joined(separator: "\n")
        }
        func entries(of arguments: [CommandInfo.Argument]) -> [String] { arguments.map { entry($0, indent) } }
        func entries(of commands: [any ParsableCommand.Type]) -> [String] {
            let names = commands.compactMap { $0.configuration.commandName }
            return names.compactMap { name in info.subcommands?.first { $0.commandName == name } }
                .filter(\.shouldDisplay).map { entry($0, indent) }
        }
        let configuration = path.command.configuration
        let sections =
            [
                path.usage(behind: Sentence(en: "USAGE: ", ja: "使い方: ")), overview,
                section("ARGUMENTS:", "引数:", entries(of: arguments.filter { $0.kind == .positional })),
                section(
                    "OPTIONS:", "オプション:", entries(of: arguments.filter { $0.kind != .positional && !isCommon($0) })),
                section("COMMON OPTIONS:", "共通のオプション:", reference(to: arguments.filter(isCommon))),
                section("SUBCOMMANDS:", "コマンド:", entries(of: configuration.ungroupedSubcommands)),
            ]
            + configuration.groupedSubcommands.map {
                section("\($0.name.uppercased()) SUBCOMMANDS:", "\($0.name)のコマンド:", entries(of: $0.subcommands))
            } + [
                configuration.subcommands.isEmpty ? nil : more,
                section("EXAMPLES:", "例:", examples.map { "  \(path.names[0]) \($0)" }),
            ]
        return Self.wrapped(sections.compactMap(\.self).joined(separator: "\n\n"), to: columns)
    }

    /// Returns the text in lines of at most `columns` columns. The text of an entry is aligned with its beginning.
    static func wrapped(_ text: String, to columns: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { lines(of: String($0), columns: columns) }
            .joined(separator: "\n")
    }

    /// Returns the names of the options, and the command that explains them.
    private func reference(to options: [CommandInfo.Argument]) -> [String] {
        let names = options.compactMap { $0.preferredName?.text }
        let topic = "\(path.names[0]) help options"
        let reference = Sentence(en: "  See '\(topic)'.", ja: "  詳しくは: \(topic)").text(in: .spoken)
        return names.isEmpty ? [] : ["  " + names.joined(separator: ", "), reference]
    }

    private var overview: String? {
        let texts = [info.abstract, info.discussion].compactMap(\.self)
        let heading = Sentence(en: "OVERVIEW: ", ja: "概要: ").text(in: .spoken)
        return texts.isEmpty ? nil : heading + texts.joined(separator: "\n\n")
    }

    private var more: String {
        let names = [[path.names[0], "help"], path.names.dropFirst(), ["<subcommand>"]].joined().joined(separator: " ")
        return Sentence(en: "  See '\(names)' for detailed help.", ja: "  詳しくは: \(names)").text(in: .spoken)
    }

    private func entry(_ subcommand: CommandInfo, _ indent: Int) -> String {
        let isDefault = subcommand.commandName == info.defaultSubcommand
        let mark = isDefault ? " (\(Self.usual))" : ""
        return entry(subcommand.commandName + mark, subcommand.abstract ?? "", indent)
    }

    private func entry(_ argument: CommandInfo.Argument, _ indent: Int) -> String {
        let values = argument.allValues.map {
            "\(Sentence(en: "values", ja: "値").text(in: .spoken)): \($0.joined(separator: ", "))"
        }
        let value = argument.defaultValue.map { "\(Self.usual): \($0)" }
        let remarks = [values, value].compactMap(\.self).joined(separator: "; ")
        // The parser describes its own options in English.
        let abstract =
            switch argument.preferredName?.text {
            case "--version": Sentence(en: "Show the version.", ja: "バージョンを表示する。").text(in: .spoken)
            case "--help": Sentence(en: "Show help information.", ja: "この説明を表示する。").text(in: .spoken)
            default: argument.abstract
            }
        let sentences = [abstract, remarks.isEmpty ? nil : "(\(remarks))"].compactMap(\.self)
        let text = sentences.joined(separator: Sentence(en: " ", ja: "").text(in: .spoken))
        let details = (argument.discussion ?? "").split(separator: "\n").map { "\n        " + $0 }
        return entry(argument.label, text, indent) + details.joined()
    }

    private func entry(_ label: String, _ text: String, _ indent: Int) -> String {
        let label = "  " + label
        guard !text.isEmpty else { return label }
        let gap = indent - label.columns
        let spaces = String(repeating: " ", count: gap > 0 ? gap : indent)
        return label + (gap > 0 ? "" : "\n") + spaces + text
    }

    private static var usual: String { Sentence(en: "default", ja: "省略時").text(in: .spoken) }

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

/// An error message about the arguments, with the usage of the command, in the language of messages about arguments.
struct UsageMessage: Error {
    let text: String

    private init(text: String) {
        self.text = text
    }

    init(_ reason: String, of path: CommandPath) {
        let usage = path.usage(behind: Sentence(en: "Usage: ", ja: "使い方: "))
        let command = path.names.joined(separator: " ") + " --help"
        let more = Sentence(en: "  See '\(command)' for more information.", ja: "  詳しくは: \(command)")
        self.init(text: [reason, usage, more.text(in: .spoken)].joined(separator: "\n"))
    }

    /// Creates a message from an error of the parser. Its text is in English. In English, it also has the help for the
    /// argument.
    init(_ error: any Error, of path: CommandPath) throws {
        let program = path.commands[0]
        let message = program.message(for: error)
        let full = program.fullMessage(for: error)
        if let unknown = try path.unknownOption {
            self.init(unknown.sentence.text(in: .spoken), of: path)
        } else if Language.spoken == .en, let start = full.firstRange(of: message)?.lowerBound {
            self.init(text: String(full[start...]))
        } else {
            self.init(message, of: path)
        }
    }
}
