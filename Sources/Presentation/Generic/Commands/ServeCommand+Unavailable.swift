#if !Server
import Domain
import ArgumentParser

struct ServeCommand: ParsableCommand {
    private static let advice =
        "the service is not in this build: build with `--traits Server` or `--traits PostgreSQL`."

    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the service that issues UDIDs (not in this build).",
        usage: "\(Product.name) serve [<options>]",
        discussion: "In full: " + Self.advice)

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var rest: [String] = []

    func run() throws {
        guard !rest.contains("--help"), !rest.contains("-h") else { throw CleanExit.helpRequest(self) }
        Console.note("\(Product.name): " + Self.advice)
        throw ExitCode(ExitStatus.wrongUsage.rawValue)
    }
}
#endif
