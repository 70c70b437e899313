import ArgumentParser
import CalearningDomain
import Testing
import Usecases
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal

@Suite struct 引数の断り {
    /// Each kind of refusal by the installed version of the parser, with its sentence in Japanese.
    private static let refused: [([String], String)] = [
        (["--quick"], "引数 <number> がありません。"),
        (["1", "--to"], "--to <to> に値がありません。"),
        (["1", "more"], "余計な引数があります: more"),
        (["1", "it's", "more"], "余計な引数があります: 'it's', 'more'"),
        (
            ["1", "--size", "big"],
            "--size <size> の値「big」は正しくありません。次のいずれかを指定してください:\n  - a\n  - b\n  - c\n  - d\n  - e\n  - f"
        ),
        (["1", "--colour", "pink"], "--colour <colour> の値「pink」は正しくありません。次のいずれかを指定してください: 'red', 'blue'"),
        (
            ["1", "--fabric", "tin"],
            "--fabric <fabric> の値「tin」は正しくありません。次のいずれかを指定してください: 'linen', 'silk', 'wool'"
        ),
        (["1", "--packaging", "bag"], "--packaging <packaging> の値「bag」は正しくありません。次のいずれかを指定してください: 'box'"),
        (["1", "--to", "nowhere"], "--to <to> の値「nowhere」は正しくありません。届けられません。"),
        (["one"], "<number> の値「one」は正しくありません。"),
        (["1", "--quick=yes"], "--quick は値を取りませんが、「yes」が指定されました。"),
        (
            ["--generate-completion-script", "tcsh"],
            "このシェルの補完スクリプトは作れません。--generate-completion-script=<shell> には次のいずれかを指定してください:\n    zsh bash fish"
        ),
    ]

    @Test(arguments: refused) func パーサの断りは日本語でも言う(arguments: [String], japanese: String) throws {
        let refusal = Sentence(refusalOfParser: try Self.message(on: arguments))

        #expect(refusal.text(in: .ja) == japanese)
    }

    @Test func パーサの断りの表に余りはない() throws {
        let used = try Self.refused.map { arguments, _ in
            let message = try Self.message(on: arguments)
            return Sentence.refusalsOfParser.first { message.values(of: $0.text(in: .en)) != nil }
        }

        #expect(Set(used) == Set(Sentence.refusalsOfParser))
    }

    @Test(arguments: refused) func 英語ではパーサの書くものと同じ(arguments: [String], _: String) throws {
        let error = try #require(throws: (any Error).self) { try Shop.parseAsRoot(arguments) }

        let message = try UsageMessage(
            refusalOfParser: Shop.message(for: error), of: CommandPath(from: Shop.self, in: arguments))

        #expect("Error: " + message.text == Shop.fullMessage(for: error, columns: 80))
    }

    @Test func どんな値もそのまま写す() async {
        await forAll(200) { choices in
            (0..<3).map { _ in choices.text(0...6, of: "ab'①② 日é") }
        } holds: { values in
            for refusal in Sentence.refusalsOfParser where !refusal.text(in: .en).contains("②") {
                let english = refusal.text(in: .en).filled(with: values.map { $0[...] })
                let japanese = refusal.text(in: .ja).filled(with: values.map { $0[...] })
                try promise(Sentence(refusalOfParser: english).text(in: .ja), is: japanese)
            }
        }
    }

    @Test(arguments: [
        (["-40"], UsageError.wordAsOption("-40", instead: "-- -40")),
        (["-abc"], .wordAsOption("-abc", instead: "-- -abc")),
        (["1", "--to", "-abc"], .wordAsOption("-abc", instead: "--to=-abc")),
        (["1", "--to", "-5"], nil), (["1", "--to", "--quick"], nil),
        (["1", "--quikc"], .unknownOption("--quikc", similar: "--quick")),
        (["1", "-x"], .unknownOption("-x", similar: nil)), (["1", "-qx"], .unknownOption("-qx", similar: "-q")),
        (["1", "--nope=1"], .unknownOption("--nope", similar: nil)),
        // The text after `--` is not an option.
        (["--", "--nope"], nil), (["1", "-"], nil),
        (["1", "-qh", "--quick", "--help"], nil),
    ])
    func 知らないオプションを見つける(arguments: [String], error: UsageError?) throws {
        let path = CommandPath(from: Shop.self, in: arguments)

        #expect(path.unknownOption(of: try CommandInfo(of: Shop.self)) == error)
    }

    @Test(arguments: [
        (["boot", "--language", "ja"], [:], Language.ja), (["--language=ja", "-h"], ["LANG": "en_US"], .ja),
        (["boot", "--nope", "-5", "--language", "en", "--help"], ["LANG": "ja_JP.UTF-8"], .en),
        (["--language", "en", "--language", "ja"], [:], .ja), (["user", "--", "--language", "ja"], [:], .en),
        (["boot", "--language"], ["LANG": "ja_JP.UTF-8"], .ja), (["--language", "xx"], ["LC_ALL": "ja"], .ja),
        ([], ["\(Product.own.variablePrefix)LANGUAGE": "ja", "LANG": "en_US"], .ja),
        ([], ["\(Product.own.variablePrefix)LANGUAGE": "xx", "LANG": "ja_JP"], .ja),
    ])
    func 話される言語は引数か環境が決める(arguments: [String], variables: [String: String], language: Language) {
        #expect(Language.spoken(with: arguments, in: Environment(variables: variables), by: .own) == language)
    }

    private static func message(on arguments: [String]) throws -> String {
        Shop.message(for: try #require(throws: (any Error).self) { try Shop.parseAsRoot(arguments) })
    }
}

private struct Shop: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "shop")

    enum Colour: String, CaseIterable, ExpressibleByArgument { case red, blue }
    enum Fabric: String, CaseIterable, ExpressibleByArgument { case linen, silk, wool }
    enum Packaging: String, CaseIterable, ExpressibleByArgument { case box }
    enum Size: String, CaseIterable, ExpressibleByArgument { case a, b, c, d, e, f }

    @Argument(help: "どれを") var number: Int
    @Option(help: "どこへ", transform: { _ in throw ValidationError("届けられません。") }) var to: Int?
    @Option var colour: Colour?
    @Option var fabric: Fabric?
    @Option var packaging: Packaging?
    @Option var size: Size?
    @Flag(name: .shortAndLong) var quick = false
}
