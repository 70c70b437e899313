#if !Server
import Domain
import ArgumentParser

struct ServeCommand: ParsableCommand {
    private static let advice = Sentence(
        en: "the service is not in this build: build with `--traits Server` or `--traits PostgreSQL`.",
        ja: "このビルドにはサービスがありません。`--traits Server` か `--traits PostgreSQL` を付けてビルドしてください。")

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "serve",
            abstract: Sentence(
                en: "Run the service that issues UDIDs (not in this build).", ja: "UDIDを発行するサービスを動かす(このビルドにはない)。"),
            usage: "\(Product.name) serve [<options>]",
            discussion: Sentence(en: "In full: " + advice.text(in: .en), ja: advice.text(in: .ja)))
    }

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var rest: [String] = []

    func run() throws {
        guard !rest.contains("--help"), !rest.contains("-h") else { throw CleanExit.helpRequest(self) }
        Console.note("\(Product.name): " + Self.advice.text(in: .spoken))
        throw ExitCode(ExitStatus.wrongUsage.rawValue)
    }
}
#endif
