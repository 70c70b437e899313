import Application
import ArgumentParser
import CBuild
import Domain
import Foundation
import Usecases

@main
struct RootCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Product.name,
            abstract: Sentence(
                en: "An application whose use cases are code that can be run, watched, tested and explored.",
                ja: "ユースケースそのものがコードになっていて、実行も観察もテストも探索もできるアプリケーション。"),
            discussion: discussion,
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
        let status = await Language.$spoken.withValue(.spoken(with: arguments, in: .process)) {
            await Self.status(of: arguments)
        }
        Foundation.exit(status)
    }

    /// The standard library finds none where /proc is missing, as in a plain chroot.
    private static var arguments: [String] {
        if !CommandLine.arguments.isEmpty { return Array(CommandLine.arguments.dropFirst()) }
        return sequence(first: 1) { $0 + 1 }.lazy.map { process_argument($0) }.prefix { $0 != nil }
            .compactMap { $0.map { String(cString: $0) } }
    }

    private static func status(of arguments: [String]) async -> Int32 {
        do {
            try await run(arguments)
            return ExitStatus.success.rawValue
        } catch let refusal as UsageMessage {
            Console.note(refusal.text)
            return ExitStatus.wrongUsage.rawValue
        } catch let code as ArgumentParser.ExitCode {
            return code.rawValue
        } catch {
            // The arguments were right, so how the command is called is not what has to be said.
            Console.note(Sentence.error.text(in: .spoken) + message(for: error))
            return (error is ValidationError ? ExitStatus.wrongUsage : .systemError).rawValue
        }
    }

    private static func run(_ arguments: [String]) async throws {
        let path = CommandPath(from: self, in: arguments)
        if let unknown = path.unknownCommand { throw UsageMessage(unknown.sentence, of: path) }
        do {
            // The parser takes no options beside the names of commands there.
            guard !path.asksForHelp else { throw CleanExit.helpRequest() }
            var command = try parsed(arguments, path.running)
            // The parser answers a request for help with a command of its own.
            guard path.running.commands.contains(where: { $0 == type(of: command) }) else {
                throw CleanExit.helpRequest()
            }
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch is CleanExit {
            try Console.write(CommandHelp(on: path).text(columns: Console.columns(in: .process)))
        }
    }

    private static func parsed(_ arguments: [String], _ path: CommandPath) throws -> any ParsableCommand {
        do {
            return try parseAsRoot(arguments)
        } catch {
            let message = message(for: error)
            guard exitCode(for: error) == .success else { throw try UsageMessage(refusalOfParser: message, of: path) }
            // The version or a script for a shell was asked for.
            try Console.write(message)
            throw ArgumentParser.ExitCode.success
        }
    }
}
