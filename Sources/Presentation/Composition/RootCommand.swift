import Application
import ArgumentParser
import Domain
import Foundation

@main
struct RootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: Product.name,
        abstract: "An application whose use cases are code that can be run, watched, tested and explored.",
        discussion: """
            Standard output carries the result, standard error everything else.

            Exit status: 0 a goal was reached, 1 a replay went another way, 64 wrong usage, 65 bad data, 67 no such user, 69 a server is \
            unavailable or has problems, 70 another system error, 74 the store cannot be read or written, 75 try again \
            later, 76 the server refused or has another version, 77 not allowed, 130 interrupted.
            """,
        version: ProgramVersion.text,
        subcommands: Catalogue.usecases.compactMap(\.command) + tools)

    /// The commands that do not stand for a single use case.
    private static let tools: [any ParsableCommand.Type] = [
        UsecasesCommand.self, ReplayCommand.self, ServeCommand.self, ErrorsCommand.self,
    ]

    static func main() async {
        StandardStream.reserve()
        Signals.prepare()
        let arguments = Array(CommandLine.arguments.dropFirst())
        let environment = Environment(variables: ProcessInfo.processInfo.environment)
        let status = await Language.$spoken.withValue(environment.spokenLanguage(with: arguments)) {
            await Self.status(of: arguments)
        }
        Foundation.exit(status)
    }

    private static func status(of arguments: [String]) async -> Int32 {
        do {
            try CommandNames(self).check(arguments)
            var command = try parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return ExitStatus.success.rawValue
        } catch {
            return report(error)
        }
    }

    /// Requested help is a result; anything else that ends a command early is reported on standard error.
    private static func report(_ error: any Error) -> Int32 {
        let text = fullMessage(for: error)
        let code = exitCode(for: error)
        guard code != .success else {
            do {
                try Console.write(text)
                return ExitStatus.success.rawValue
            } catch {
                return exitCode(for: error).rawValue
            }
        }
        if !text.isEmpty { Console.note(UsageMessage(text).text(in: .spoken)) }
        // The parser's status for an error that it does not know, which this program uses for a replay that differs.
        let isUnforeseen = code == .failure && !(error is ArgumentParser.ExitCode)
        return isUnforeseen ? ExitStatus.systemError.rawValue : code.rawValue
    }
}
