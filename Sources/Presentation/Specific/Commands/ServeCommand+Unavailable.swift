#if !Server
import ArgumentParser
import Domain
import Usecases
import UsecasesTerminal

struct ServeCommand: UnavailableCommand {
    static var configuration: CommandConfiguration {
        unavailable(
            "serve", usage: "\(Product.own.name) serve [<options>]",
            purpose: Sentence(
                en: "Run \(ServiceText.purpose.text(in: .en))", ja: "\(ServiceText.purpose.text(in: .ja))を動かす"))
    }

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var rest: [String] = []
}

/// A command of the service, in a build without it: it says how to build it in.
protocol UnavailableCommand: ParsableCommand {
    var rest: [String] { get }
}

extension UnavailableCommand {
    static func unavailable(_ name: String, usage: String, purpose: Sentence) -> CommandConfiguration {
        CommandConfiguration(
            commandName: name,
            abstract: Sentence(
                en: "\(purpose.text(in: .en)) (not in this build).", ja: "\(purpose.text(in: .ja))(このビルドにはない)。"),
            usage: usage,
            discussion: Sentence(en: "In full: " + advice.text(in: .en), ja: advice.text(in: .ja)))
    }

    func run() throws {
        guard !rest.contains("--help"), !rest.contains("-h") else { throw CleanExit.helpRequest(self) }
        Console.complain(Self.advice.text(in: .spoken))
        throw ExitCode(ExitStatus.wrongUsage.rawValue)
    }

    private static var advice: Sentence {
        Sentence(
            en: "the service is not in this build: build with \(ServiceText.traits.text(in: .en)).",
            ja: "このビルドにはサービスがありません。\(ServiceText.traits.text(in: .ja)) を付けてビルドしてください。")
    }
}
#endif
