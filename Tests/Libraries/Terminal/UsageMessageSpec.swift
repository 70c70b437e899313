import ArgumentParser
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesTerminal

@Suite struct 引数の断り {
    @Test(arguments: [
        ["--quick"], ["1", "--to"], ["1", "more"], ["1", "it's", "more"], ["1", "--colour", "pink"],
        ["1", "--to", "nowhere"], ["one"], ["1", "--quick=yes"], ["--generate-completion-script", "tcsh"],
    ])
    func パーサの断りはそのまま言い_使い方は話される言語で示す(arguments: [String]) throws {
        let error = try #require(throws: (any Error).self) { try Shop.parseAsRoot(arguments) }
        let path = CommandPath(from: Shop.self, in: arguments)

        let english = try UsageMessage(error, of: path).text
        let japanese = try Language.$spoken.withValue(.ja) { try UsageMessage(error, of: path).text }

        #expect("Error: " + english == Shop.fullMessage(for: error))
        #expect(japanese.hasPrefix(Shop.message(for: error) + "\n使い方: shop "))
        #expect(japanese.hasSuffix("  詳しくは: shop --help"))
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
        try expect(CommandPath(from: Shop.self, in: arguments).unknownOption, equals: error)
    }

    @Test(arguments: [
        (["boot", "--language", "ja"], [:], Language.ja), (["--language=ja", "-h"], ["LANG": "en_US"], .ja),
        (["boot", "--nope", "-5", "--language", "en", "--help"], ["LANG": "ja_JP.UTF-8"], .en),
        (["--language", "en", "--language", "ja"], [:], .ja), (["user", "--", "--language", "ja"], [:], .en),
        (["boot", "--language"], ["LANG": "ja_JP.UTF-8"], .ja), (["--language", "xx"], ["LC_ALL": "ja"], .ja),
        ([], ["\(Product.sample.variablePrefix)LANGUAGE": "ja", "LANG": "en_US"], .ja),
        ([], ["\(Product.sample.variablePrefix)LANGUAGE": "xx", "LANG": "ja_JP"], .ja),
    ])
    func 話される言語は引数か環境が決める(arguments: [String], variables: [String: String], language: Language) {
        #expect(Language.spoken(with: arguments, in: Environment(variables: variables), by: .sample) == language)
    }
}

private struct Shop: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "shop")

    enum Colour: String, CaseIterable, ExpressibleByArgument { case red, blue }

    @Argument(help: "どれを") var number: Int
    @Option(help: "どこへ", transform: { _ in throw ValidationError("届けられません。") }) var to: Int?
    @Option var colour: Colour?
    @Flag(name: .shortAndLong) var quick = false
}
