#if !Server
package import ArgumentParser
package import Usecases
package import UsecasesTerminal

/// An application with an HTTP service, in a build without it.
package protocol ServiceApplication: TerminalApplication {
    static var service: ServiceText { get }
}

package struct ServeCommand<App: ServiceApplication>: UnavailableCommand {
    package static var configuration: CommandConfiguration {
        unavailable(
            "serve", usage: "\(App.product.name) serve [<options>]",
            purpose: Sentence(
                en: "Run \(App.service.purpose.text(in: .en))", ja: "\(App.service.purpose.text(in: .ja))を動かす"))
    }

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    package var rest: [String] = []

    package init() {}
}

/// A command of the service, in a build without it: it says how to build it in.
package protocol UnavailableCommand: ParsableCommand {
    associatedtype App: ServiceApplication

    var rest: [String] { get }
}

extension UnavailableCommand {
    package static func unavailable(_ name: String, usage: String, purpose: Sentence) -> CommandConfiguration {
        CommandConfiguration(
            commandName: name,
            abstract: Sentence(
                en: "\(purpose.text(in: .en)) (not in this build).", ja: "\(purpose.text(in: .ja))(このビルドにはない)。"),
            usage: usage,
            discussion: Sentence(en: "In full: " + advice.text(in: .en), ja: advice.text(in: .ja)))
    }

    package func run() throws {
        guard !rest.contains("--help"), !rest.contains("-h") else { throw CleanExit.helpRequest(self) }
        Console.complain(Self.advice.text(in: .spoken))
        throw ExitCode(ExitStatus.wrongUsage.rawValue)
    }

    private static var advice: Sentence {
        let traits = App.service.traits
        return Sentence(
            en: "the service is not in this build: build with \(traits.text(in: .en)).",
            ja: "このビルドにはサービスがありません。\(traits.text(in: .ja)) を付けてビルドしてください。")
    }
}
#endif
