import ArgumentParser
import CalearningDomain
import Foundation
import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal

@Suite struct 二つの言語のヘルプ {
    private typealias Root = RootCommand<CompositionRoot>

    /// The names of each command after the program's name.
    private static let paths: [[String]] =
        [[]]
        + Root.configuration.subcommands.flatMap { command in
            [[name(of: command)]]
                + command.configuration.subcommands.map { [name(of: command), name(of: $0)] }
        }

    private static func name(of command: any ParsableCommand.Type) -> String { command.configuration.commandName ?? "" }

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

    @Test(arguments: paths) func 日本語のヘルプに英語の見出しは残らず_どの行も端末の幅に収まる(names: [String]) throws {
        let headings = #/OVERVIEW|USAGE|ARGUMENTS|OPTIONS|EXAMPLES|SUBCOMMANDS|values:|default[:)]|See '|Show /#
        for language in Language.allCases {
            let help = try shownHelp(on: names, in: language)
            for columns in [80, 40] {
                let text = help(columns)

                for line in text.split(separator: "\n") { #expect(line.columns <= columns) }
                #expect(language == .en || !text.contains(headings), "\(text)")
            }
        }
    }

    @Test(arguments: paths.filter { !$0.isEmpty }) func どのコマンドにも通じる例がある(names: [String]) throws {
        let help = try shownHelp(on: names, in: .en)(80)
        let lines = help.components(separatedBy: "EXAMPLES:\n").dropFirst().first?.split(separator: "\n") ?? []

        #expect(["serve", "operate"].contains(names[0]) && lines.isEmpty || (1...3).contains(lines.count), "\(help)")
        for line in lines {
            // The shell consumes redirections.
            let words = line.split(separator: " ").dropFirst().filter { !$0.contains(#/^[<>]/#) }.map(String.init)
            let path = CommandPath(from: Root.self, in: words)
            #expect(path.names.dropFirst().starts(with: names), "\(line)")
            #expect(path.unknownCommand == nil, "\(line)")
            try expect(path.running.unknownOption, equals: nil, "\(line)")
        }
    }

    @Test func 共通のオプションは名前だけを挙げ_別の題目で説明する() throws {
        let help = try shownHelp(on: ["whoami"], in: .en)(80)

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
        let command = CommandPath(from: Root.self, in: names).command
        let unlimited = 1_000_000
        // Only the help of the program itself shows the version.
        let written = Root.helpMessage(for: command, columns: unlimited).components(separatedBy: "\n")
            .filter { names.isEmpty || !$0.hasPrefix("  --version ") }.joined(separator: "\n")

        let help = try Self.help(on: names, in: .en, columns: unlimited)

        let sections = written.trimmingCharacters(in: .newlines).components(separatedBy: "\n\n")
        let usage = sections.filter { $0.hasPrefix("USAGE: ") }
        #expect(help == (usage + sections.filter { !usage.contains($0) }).joined(separator: "\n\n"))
        #expect(help.hasPrefix("USAGE: "))
    }

    /// A command without a group comes first in the help.
    @Test func グループのコマンドはどれもあり_一度だけ現れる() {
        let configuration = Root.configuration
        let grouped = configuration.groupedSubcommands.flatMap { $0.subcommands.map(Self.name) }

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

        let commands = Root.configuration.subcommands
        let help = try commands.map { try Self.help(on: [Self.name(of: $0)], in: .en) }.joined()
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
        let path = CommandPath(from: Root.self, in: [command])

        let found = await CompositionRoot.unusedOptions(of: path)

        #expect(found == unused)
        let help = try Root.help(on: path, omitting: found).text(columns: 80)
        for option in unused { #expect(!help.contains(option)) }
    }

    @Test func オプションの効くポートはどれもある() async {
        var called: Set<String> = []
        for usecase in CompositionRoot.usecases {
            called.formUnion(await Explorations.of(usecase).ways.flatMap(\.ports))
        }

        for (option, ports) in CompositionRoot.optionPorts { #expect(ports.isSubset(of: called), "\(option)") }
    }

    private static func help(on names: [String], in language: Language, columns: Int = 80) throws -> String {
        try spoken(language) { try CommandHelp(on: CommandPath(from: Root.self, in: names)).text(columns: columns) }
    }

    /// Returns the text of the help for a number of columns.
    private func shownHelp(on names: [String], in language: Language) throws -> (Int) -> String {
        let help = try Self.spoken(language) {
            try Root.help(on: CommandPath(from: Root.self, in: names), omitting: ["--splash"])
        }
        return { columns in Language.$spoken.withValue(language) { help.text(columns: columns) } }
    }

    /// Returns every abstract and discussion, with the name of its command or argument.
    private static func texts(in language: Language) throws -> [String: String] {
        try spoken(language) { try CommandInfo(of: Root.self).texts }
    }

    /// Makes the tree of all commands once, as the program does.
    private static func spoken<Value>(_ language: Language, _ body: () throws -> Value) throws -> Value {
        try Language.$spoken.withValue(language) {
            try PreparedConfiguration.$value.withValue(Root.configuration, operation: body)
        }
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
        let arguments = shownArguments.map { ($0.label, $0.abstract, $0.discussion) }
            .filter { !["-h, --help", "--version"].contains($0.0) }
        var texts: [String: String] = [:]
        for (name, abstract, discussion) in arguments + [("", abstract, discussion)] {
            texts["\(commandName) \(name) abstract"] = abstract ?? ""
            texts["\(commandName) \(name) discussion"] = discussion
        }
        return (subcommands ?? []).filter { $0.commandName != "help" }.map(\.texts)
            .reduce(texts) { $0.merging($1) { first, _ in first } }
    }
}
