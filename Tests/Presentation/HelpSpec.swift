import ArgumentParser
import CalearningDomain
import Foundation
import Testing
import Usecases
import UsecasesLaboratory
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal

@Suite struct 二つの言語のヘルプ {
    /// The names of each command, beginning with the program's name.
    private static let paths =
        [[]]
        + RootCommand<CompositionRoot>.configuration.subcommands.flatMap { command in
            [[command._commandName]]
                + command.configuration.subcommands.map { [command._commandName, $0._commandName] }
        }

    @Test func どのコマンドとオプションにも二つの言語の説明がある() throws {
        let english = try Self.texts(in: .en)
        let japanese = try Self.texts(in: .ja)

        #expect(english.count > 40)
        #expect(english.keys.sorted() == japanese.keys.sorted())
        for (name, text) in english.sorted(by: { $0.key < $1.key }) {
            #expect(!text.isEmpty, "\(name) is missing.")
            #expect(japanese[name] != text, "\(name) is the same in both languages: \(text)")
            #expect(japanese[name]?.contains(#/[ぁ-ヶ一-龠]/#) == true, "\(name) has no Japanese: \(text)")
            // A name of a product, such as GitHub, is the object of its sentence.
            for product in text.matches(of: #/[A-Z][a-z]+[A-Z]\w+/#) {
                #expect(japanese[name]?.contains(product.0) == true, "\(name) lacks \(product.0)")
            }
        }
    }

    @Test(arguments: paths) func 日本語のヘルプに英語の見出しは残らない(names: [String]) throws {
        let help = try Self.shownHelp(on: names, in: .ja)[80] ?? ""

        for word in [
            "OVERVIEW", "USAGE", "ARGUMENTS", "OPTIONS", "EXAMPLES", "SUBCOMMANDS", "values:", "default:", "(default",
            "See '",
            "Show ",
        ] {
            #expect(!help.contains(word), "\(help)")
        }
    }

    @Test(arguments: paths, Language.allCases) func どの行も端末の幅に収まる(names: [String], language: Language) throws {
        let help = try Self.shownHelp(on: names, in: language)
        for (columns, text) in help {
            for line in text.split(separator: "\n") {
                #expect(line.columns <= columns, "\(line)")
            }
        }
    }

    @Test(arguments: paths.filter { !$0.isEmpty }) func どのコマンドにも通じる例がある(names: [String]) throws {
        let help = try Self.shownHelp(on: names, in: .en)[80] ?? ""
        let lines = help.components(separatedBy: "EXAMPLES:\n").dropFirst().first?.split(separator: "\n") ?? []

        #expect(["serve", "operate"].contains(names[0]) && lines.isEmpty || (1...3).contains(lines.count), "\(help)")
        for line in lines {
            // The shell consumes redirections.
            let words = line.split(separator: " ").dropFirst().filter { !$0.contains(#/^[<>]/#) }.map(String.init)
            let path = CommandPath(from: RootCommand<CompositionRoot>.self, in: words)
            #expect(path.names.dropFirst().starts(with: names), "\(line)")
            #expect(path.unknownCommand == nil, "\(line)")
            #expect(path.unknownOption(of: try CommandInfo(of: path.running.command)) == nil, "\(line)")
        }
    }

    @Test func 共通のオプションは名前だけを挙げ_別の題目で説明する() throws {
        let help = try Self.shownHelp(on: ["whoami"], in: .en)[80] ?? ""

        #expect(
            help.hasSuffix(
                """
                OPTIONS:
                  -h, --help              Show help information.

                COMMON OPTIONS:
                  --backend, --store, --state-dir, --format, --timeout, --trace, --record,
                  --language, --ca-file, --allow-plain-http
                  See 'calearning help options'.

                EXAMPLES:
                  calearning whoami
                  calearning whoami --format json
                """))
    }

    @Test(arguments: paths) func 英語のヘルプはパーサの書くものと同じで_使い方から始まる(names: [String]) throws {
        let command = CommandPath(from: RootCommand<CompositionRoot>.self, in: names).command
        // Only the help of the program itself shows the version.
        let written = RootCommand<CompositionRoot>.helpMessage(for: command, columns: Self.unlimited)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .filter { names.isEmpty || !$0.hasPrefix("  --version ") }.joined(separator: "\n")

        let help = try Self.help(on: names, in: .en, columns: Self.unlimited)

        let sections = written.trimmingCharacters(in: .newlines).components(separatedBy: "\n\n")
        let usage = sections.filter { $0.hasPrefix("USAGE: ") }
        #expect(help == (usage + sections.filter { !usage.contains($0) }).joined(separator: "\n\n"))
        #expect(help.hasPrefix("USAGE: "))
    }

    /// A command without a group comes first in the help.
    @Test func グループのコマンドはどれもあり_一度だけ現れる() {
        let configuration = RootCommand<CompositionRoot>.configuration
        let grouped = configuration.groupedSubcommands.flatMap { $0.subcommands.map { $0._commandName } }

        #expect(grouped.sorted() == Set(grouped).sorted())
        #expect((CommandGroups.all + [.laboratory]).flatMap(\.commands).sorted() == grouped.sorted())
    }

    @Test func 折り返した行は説明の始まりに揃う() throws {
        let help = try CommandHelp(on: CommandPath(from: Shop.self)).text(columns: 48)

        #expect(
            help == """
                USAGE: shop [<store>] [--to <to>]
                [--longer-than-the-column <address>]

                OVERVIEW: 概要の文

                  65   書き込まれたデータの誤りがひとつでもあっ
                       たときに

                ARGUMENTS:
                  <store>
                      値の置き場所をここで決める (values: here,
                      there; default: here)
                        環境変数は
                        STORE

                OPTIONS:
                  --to <to>
                      (default: 七番地)
                  --longer-than-the-column <address>
                      長い名前
                  -h, --help
                      Show help information.
                """)
    }

    /// New options may be explained elsewhere, but every explained option must exist.
    @Test func 文書の挙げるオプションはすべてある() throws {
        let page = try Repository.text(of: "docs/reference/command-line.md")
        let explained = page.matches(of: #/(?m)^\| `(--[a-z-]+)/#).map { String($0.1) }

        let commands = RootCommand<CompositionRoot>.configuration.subcommands
        let help = try commands.map { try Self.help(on: [$0._commandName], in: .en) }.joined()
        #expect(explained.count > 5)
        #expect(explained.filter { !help.contains("\($0) ") } == [])
    }

    @Test func 文書は共通の設定のオプションと環境変数をすべて挙げる() throws {
        let rows = try Repository.text(of: "docs/reference/command-line.md").split(separator: "\n")
        for setting in CommonSetting.allCases {
            let variable = setting.variable(of: CompositionRoot.product)
            let row = rows.first { $0.hasPrefix("| `\(setting.option)") }
            #expect(row?.contains("`\(variable)`") == true, "\(setting.name)")
        }
    }

    private static let unused: [(String, Set<String>)] = [
        ("boot", []), ("login", ["--splash"]), ("zen", ["--backend", "--store", "--state-dir", "--splash"]),
        ("tutorial", ["--backend", "--timeout", "--ca-file", "--allow-plain-http", "--splash"]),
        ("usecases", []), ("nope", []),
    ]

    @Test(arguments: unused) func 効き目のないオプションはヘルプにない(command: String, unused: Set<String>) async throws {
        let path = CommandPath(from: RootCommand<CompositionRoot>.self, in: [command])

        let found = await CompositionRoot.unusedOptions(of: path)

        #expect(found == unused)
        let help = try RootCommand<CompositionRoot>.help(on: path, omitting: found).text(columns: 80)
        for option in unused { #expect(!help.contains(option)) }
    }

    @Test func オプションの効くポートはどれもある() async {
        var called: Set<String> = []
        for usecase in CompositionRoot.usecases {
            called.formUnion(await Explorations.of(usecase, in: CompositionRoot.self).ways.flatMap(\.ports))
        }

        for (option, ports) in CompositionRoot.optionPorts { #expect(ports.isSubset(of: called), "\(option)") }
    }

    private static let unlimited = 1_000_000

    private static func help(on names: [String], in language: Language, columns: Int = 80) throws -> String {
        try Language.$spoken.withValue(language) {
            try CommandHelp(on: CommandPath(from: RootCommand<CompositionRoot>.self, in: names)).text(columns: columns)
        }
    }

    /// Returns the shown help of a command for two widths.
    private static func shownHelp(on names: [String], in language: Language) throws -> [Int: String] {
        try Language.$spoken.withValue(language) {
            let help = try RootCommand<CompositionRoot>.help(
                on: CommandPath(from: RootCommand<CompositionRoot>.self, in: names), omitting: ["--splash"])
            return [80: help.text(columns: 80), 40: help.text(columns: 40)]
        }
    }

    /// Returns every abstract and discussion, with the name of its command or argument.
    private static func texts(in language: Language) throws -> [String: String] {
        try Language.$spoken.withValue(language) { try CommandInfo(of: RootCommand<CompositionRoot>.self).texts }
    }
}

private struct Shop: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shop", abstract: "概要の文", discussion: "  65   書き込まれたデータの誤りがひとつでもあったときに")

    enum Store: String, CaseIterable, ExpressibleByArgument { case here, there }

    @Argument(help: ArgumentHelp("値の置き場所をここで決める", discussion: "環境変数は\nSTORE"))
    var store = Store.here
    @Option var to = "七番地"
    @Option(help: ArgumentHelp("長い名前", valueName: "address")) var longerThanTheColumn: Int?
}

extension CommandInfo {
    fileprivate var texts: [String: String] {
        // The parser adds its own command and options.
        let arguments = (arguments ?? []).filter(\.shouldDisplay)
        let own = arguments.map { ($0.synopsis, $0.abstract, $0.discussion) } + [("", abstract, discussion)]
        var texts: [String: String] = [:]
        for (name, abstract, discussion) in own where !["--help", "--version"].contains(name) {
            texts["\(commandName) \(name) abstract"] = abstract ?? ""
            texts["\(commandName) \(name) discussion"] = discussion
        }
        return (subcommands ?? []).filter { $0.commandName != "help" }.map(\.texts)
            .reduce(texts) { $0.merging($1) { first, _ in first } }
    }
}
