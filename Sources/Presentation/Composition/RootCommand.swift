import Application
import ArgumentParser
import CBuild
import Domain
import Foundation

@main
struct RootCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Product.name,
            abstract: Sentence(
                en: "An application whose use cases are code that can be run, watched, tested and explored.",
                ja: "ユースケースそのものがコードになっていて、実行も観察もテストも探索もできるアプリケーション。"),
            discussion: discussion,
            version: ProgramVersion.text,
            subcommands: commands)
    }

    /// Made once: the parser asks for the configuration again and again.
    private static let discussion = Sentence(
        en: """
            Standard output carries the result, standard error everything else.

            Exit status:
            \(ExitStatus.list(in: .en))
            """,
        ja: """
            結果は標準出力に、それ以外はすべて標準エラー出力に書き出す。

            終了ステータス:
            \(ExitStatus.list(in: .ja))
            """)

    private static let commands = Catalogue.usecases.compactMap { $0.subcommand } + tools

    /// The commands that do not stand for a single use case.
    private static let tools: [any ParsableCommand.Type] = [
        UsecasesCommand.self,
        ReplayCommand.self,
        WorldsCommand.self,
        LeftoversCommand.self,
        AuditCommand.self,
        ServeCommand.self,
        ErrorsCommand.self,
    ]

    static func main() async {
        StandardStream.reserve()
        Signals.prepare()
        let arguments = arguments
        let environment = Environment.process
        let columns = Console.columns(in: environment)
        HelpMessage.makeRoom()
        let status = await Language.$spoken.withValue(environment.spokenLanguage(with: arguments)) {
            await Self.status(of: arguments, columns: columns)
        }
        Foundation.exit(status)
    }

    /// The standard library finds none where /proc is missing, as in a plain chroot.
    private static var arguments: [String] {
        if !CommandLine.arguments.isEmpty { return Array(CommandLine.arguments.dropFirst()) }
        return sequence(first: 1) { $0 + 1 }.lazy.map { process_argument($0) }.prefix { $0 != nil }
            .compactMap { $0.map { String(cString: $0) } }
    }

    private static func status(of arguments: [String], columns: Int) async -> Int32 {
        var command: any ParsableCommand
        do {
            command = try parsed(arguments)
        } catch {
            let isRefused = exitCode(for: error) == .validationFailure
            let message = fullMessage(for: error, columns: HelpMessage.unlimited)
            let refusal = isRefused ? CommandNames(self).refusalOfOption(in: arguments, otherwise: message) : nil
            return report(error, saying: refusal ?? message, columns: columns)
        }
        do {
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return ExitStatus.success.rawValue
        } catch {
            return report(error, saying: messageAlone(for: error), columns: columns)
        }
    }

    /// If the arguments were right, how the command is called is not what has to be said.
    private static func messageAlone(for error: any Error) -> String {
        guard exitCode(for: error) != .success else { return fullMessage(for: error, columns: HelpMessage.unlimited) }
        let message = message(for: error)
        return message.isEmpty ? "" : "Error: \(message)"
    }

    /// The parser helps with names that it does not know, or takes them for something else, so they are checked before
    /// its answer is told.
    private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        if let command = commandAlone(arguments) { return command }
        let names = CommandNames(self)
        if arguments.first == "help" {
            try names.check(arguments)
            // The parser has no options beside the names of commands there.
            return try parseAsRoot(arguments.dropFirst() + ["--help"])
        }
        do {
            return try parseAsRoot(arguments)
        } catch {
            try names.check(arguments)
            throw error
        }
    }

    /// A command that is to run is parsed without the declarations of all others, which would take most of its start.
    /// The whole tree answers everything else that the arguments ask for.
    private static func commandAlone(_ arguments: [String]) -> (any ParsableCommand)? {
        guard let name = arguments.first, let type = commands.first(where: { $0._commandName == name }),
            let command = try? type.parseAsRoot(Array(arguments.dropFirst())), Swift.type(of: command) == type
        else { return nil }
        return command
    }

    /// Requested help is a result; anything else that ends a command early is reported on standard error.
    private static func report(_ error: any Error, saying text: String, columns: Int) -> Int32 {
        let code = exitCode(for: error)
        guard code != .success else {
            do {
                try Console.write(HelpMessage(text).text(in: .spoken, columns: columns))
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
