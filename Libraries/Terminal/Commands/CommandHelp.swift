import ArgumentParser
import Usecases

/// The help on a command, from what the parser knows of it, in the language of messages about arguments.
struct CommandHelp {
    private let path: CommandPath
    private let command: CommandInfo

    init(on path: CommandPath) throws {
        self.path = path
        command = try CommandInfo(of: path.command)
    }

    func text(columns: Int) -> String {
        let arguments = command.arguments?.filter(\.shouldDisplay) ?? []
        // The parser's own command is described with every command.
        let subcommands = command.subcommands?.filter { $0.shouldDisplay && $0.commandName != "help" } ?? []
        let sections =
            [
                overview, path.usage(behind: .usage),
                section(.arguments, arguments.filter { $0.kind == .positional }.map { entry($0) }),
                section(.options, arguments.filter { $0.kind != .positional }.map { entry($0) }),
            ] + sections(of: subcommands) + [subcommands.isEmpty ? nil : more]
        return sections.compactMap(\.self).joined(separator: "\n\n")
            .split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { Self.lines(of: String($0), columns: columns) }
            .joined(separator: "\n")
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

    /// Those in no group, then each group.
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
        let gap = Self.indent - label.columns
        let spaces = String(repeating: " ", count: gap > 0 ? gap : Self.indent)
        return label + (gap > 0 ? "" : "\n") + spaces + text + details
    }

    /// The columns before the text on an option or a subcommand.
    private static let indent = 26

    /// The columns that a text has at least, however narrow the terminal is.
    private static let narrowest = 20

    /// The text of a line begins behind the last gap in it, and goes on below its beginning.
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
    fileprivate static let usage = Sentence(en: "USAGE: ", ja: "使い方: ")
    fileprivate static let arguments = Sentence(en: "ARGUMENTS:", ja: "引数:")
    fileprivate static let options = Sentence(en: "OPTIONS:", ja: "オプション:")
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
