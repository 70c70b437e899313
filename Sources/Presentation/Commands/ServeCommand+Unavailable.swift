#if !Server
import ArgumentParser

struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the service that issues UDIDs (not built in).",
        discussion: Self.advice)

    @Argument(parsing: .allUnrecognized, help: .hidden)
    var rest: [String] = []

    private static let advice =
        "The service is not part of this build: build it in with `swift build --traits Server`, or PostgreSQL for both databases."

    func run() throws {
        try Console.note("calearning: " + Self.advice)
        throw ExitCode(ExitStatus.wrongUsage.rawValue)
    }
}
#endif
