import ArgumentParser
import Domain
import Foundation
import Testing

@testable import Presentation

@Suite struct 二つの言語のヘルプ {
    private static let commands = [RootCommand.self] + RootCommand.configuration.subcommands

    @Test func どのコマンドとオプションにも二つの言語の説明がある() throws {
        let english = try Self.texts(in: .en)
        let japanese = try Self.texts(in: .ja)

        #expect(english.count > 40)
        #expect(english.keys.sorted() == japanese.keys.sorted())
        for (name, text) in english.sorted(by: { $0.key < $1.key }) {
            #expect(!text.isEmpty, "\(name) is missing.")
            #expect(japanese[name] != text, "\(name) is the same in both languages: \(text)")
            #expect(japanese[name]?.contains(#/[ぁ-ヶ一-龠]/#) == true, "\(name) has no Japanese: \(text)")
        }
    }

    @Test(arguments: commands.indices) func 日本語のヘルプに英語の見出しは残らない(index: Int) {
        let help = Self.help(on: Self.commands[index], in: .ja)

        for word in [
            "OVERVIEW", "USAGE", "ARGUMENTS", "OPTIONS", "SUBCOMMANDS", "values:", "default:", "See '", "Show ",
        ] {
            #expect(!help.contains(word), "\(help)")
        }
    }

    @Test(arguments: commands.indices, Language.allCases) func どの行も八十列に収まる(index: Int, language: Language) {
        for line in Self.help(on: Self.commands[index], in: language).split(separator: "\n") {
            #expect(line.columns <= 80, "\(line)")
        }
    }

    @Test(arguments: commands.indices) func 英語のヘルプはパーサの書いた言葉のまま(index: Int) {
        let written = RootCommand.helpMessage(for: Self.commands[index], columns: 80)

        let help = Self.help(on: Self.commands[index], in: .en)

        #expect(help.split { $0.isWhitespace } == written.split { $0.isWhitespace })
    }

    @Test func 折り返した行は説明の始まりに揃う() {
        let text = """
            OVERVIEW: 概要の文

              --store <store>         値の置き場所をここで決める
                    環境変数はSTORE
              65   データの誤り
            """

        let help = HelpMessage(text).text(in: .en, columns: 46)

        #expect(
            help == """
                OVERVIEW: 概要の文

                  --store <store>         値の置き場所をここで
                                          決める
                        環境変数はSTORE
                  65   データの誤り
                """)
    }

    @Test func スクリプトやデータは折り返さない() {
        let script = "#compdef calearning\n" + String(repeating: "_describe -V '' ", count: 10)

        #expect(HelpMessage(script).text(in: .ja, columns: 80) == script)
    }

    /// What is added to the program may be explained elsewhere; what is explained has to be there.
    @Test func 文書の挙げるコマンドとオプションはすべてある() throws {
        let page = try Repository.text(of: "docs/command-line.md")
        let listed = page.matches(of: #/(?m)^calearning ([a-z-]+)(?: ([a-z]+)\b)?.*$/#)
        let explained = page.matches(of: #/(?m)^\| `(--[a-z-]+)/#).map { String($0.1) }

        let commands = Self.commands.dropFirst()
        let names = commands.flatMap { command in
            [command._commandName]
                + command.configuration.subcommands.map { "\(command._commandName) \($0._commandName)" }
        }
        // A command that this build does not have is named by its usage alone.
        let usages = commands.map { $0.configuration.usage ?? "" }.joined(separator: "\n")
        let help = commands.map { Self.help(on: $0, in: .en) }.joined()
        let missing = listed.map { [String($0.1), $0.2.map(String.init)].compactMap(\.self).joined(separator: " ") }
        #expect(listed.count > 20)
        let unknown = missing.filter { !names.contains($0) && !usages.contains("\(Product.name) \($0) ") }
        #expect(unknown == [])
        #expect(explained.count > 5)
        #expect(explained.filter { !help.contains("\($0) ") } == [])
    }

    private static func help(on command: any ParsableCommand.Type, in language: Language) -> String {
        Language.$spoken.withValue(language) {
            HelpMessage(RootCommand.helpMessage(for: command, columns: HelpMessage.unlimited))
                .text(in: language, columns: 80)
        }
    }

    /// Every abstract and discussion, by the names of what it describes.
    private static func texts(in language: Language) throws -> [String: String] {
        let dump = Language.$spoken.withValue(language) {
            HelpMessage(RootCommand._dumpHelp()).text(in: language, columns: 80)
        }
        return try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command.texts
    }
}

/// What the parser knows of the commands, as it writes it for other tools.
private struct Dump: Decodable {
    let command: Command

    struct Command: Decodable {
        let commandName: String
        let abstract: String?
        let discussion: String?
        let subcommands: [Command]?
        let arguments: [Argument]?

        var texts: [String: String] {
            // The parser's own command has an argument without a help.
            let arguments = commandName == "help" ? [] : (arguments ?? []).filter(\.shouldDisplay)
            let own = arguments.map { ($0.name, $0.abstract, $0.discussion) } + [("", abstract, discussion)]
            var texts: [String: String] = [:]
            for (name, abstract, discussion) in own {
                texts["\(commandName) \(name) abstract"] = abstract ?? ""
                texts["\(commandName) \(name) discussion"] = discussion?.isEmpty == true ? nil : discussion
            }
            return (subcommands ?? []).map(\.texts).reduce(texts) { $0.merging($1) { first, _ in first } }
        }
    }

    struct Argument: Decodable {
        let shouldDisplay: Bool
        let preferredName: Name?
        let valueName: String
        let abstract: String?
        let discussion: String?

        var name: String { preferredName.map { "--" + $0.name } ?? valueName }

        struct Name: Decodable {
            let name: String
        }
    }
}
