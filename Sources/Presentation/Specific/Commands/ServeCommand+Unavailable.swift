#if !Server
import Domain
import ArgumentParser

struct ServeCommand: ParsableCommand {
    private static let advice = Sentence(
        en: "the service is not in this build: build with \(ServiceText.traits.text(in: .en)).",
        ja: "このビルドにはサービスがありません。\(ServiceText.traits.text(in: .ja)) を付けてビルドしてください。")

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "serve",
            abstract: Sentence(
                en: "Run \(ServiceText.purpose.text(in: .en)) (not in this build).",
                ja: "\(ServiceText.purpose.text(in: .ja))を動かす(このビルドにはない)。"),
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
