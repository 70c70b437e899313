public import ArgumentParser
import Foundation
public import Usecases

/// The root command, with the commands of the use cases and the commands of every application.
struct RootCommand<App: TerminalApplication>: AsyncParsableCommand {
    static var configuration: CommandConfiguration { PreparedConfiguration.value ?? made }

    private static var made: CommandConfiguration {
        let groups = App.helpGroups + [.laboratory]
        let grouped = groups.flatMap(\.commands)
        // The name of a command is a part of its configuration. The configuration is built on each access.
        let named = commands.map { (name: $0._commandName, command: $0) }
        return CommandConfiguration(
            commandName: App.product.name, abstract: App.abstract, discussion: discussion,
            subcommands: named.filter { !grouped.contains($0.name) }.map { $0.command },
            groups: groups.map { group in
                CommandGroup(
                    name: group.name.text(in: .spoken),
                    subcommands: named.filter { group.commands.contains($0.name) }.map { $0.command })
            },
            version: ProgramVersion.text(of: App.product))
    }

    private static var discussion: Sentence {
        Sentence(
            en: """
                Standard output carries the result, standard error everything else. \
                `\(App.product.name) help exit-status` lists the exit statuses.
                """,
            ja: """
                結果は標準出力に、それ以外はすべて標準エラー出力に書き出す。\
                終了ステータスは`\(App.product.name) help exit-status`で表示する。
                """)
    }

    private static var commands: [any ParsableCommand.Type] {
        App.usecases.compactMap { $0.subcommand(of: App.self) } + App.commands + [
            UsecasesCommand<App>.self,
            ReplayCommand<App>.self,
            WorldsCommand<App>.self,
            LeftoversCommand<App>.self,
            AuditCommand<App>.self,
            ErrorsCommand<App>.self,
        ]
    }

    /// Runs the command that the arguments name. Returns the exit status.
    static func status(of arguments: [String]) async -> Int32 {
        do {
            try await PreparedConfiguration.$value.withValue(made) { try await run(arguments) }
            return ExitStatus.success.rawValue
        } catch let refusal as UsageMessage {
            Console.note(refusal.text)
            return ExitStatus.wrongUsage.rawValue
        } catch let code as ArgumentParser.ExitCode {
            return code.rawValue
        } catch {
            // The arguments were valid, so the message omits the usage of the command.
            Console.note(Sentence.error.text(in: .spoken) + message(for: error))
            return (error is ValidationError ? ExitStatus.wrongUsage : .systemError).rawValue
        }
    }

    private static func run(_ arguments: [String]) async throws {
        // The only help topic that is not a command.
        guard arguments != ["help", "exit-status"] else {
            return try Console.write(ExitStatus.list(of: App.usecases, in: .spoken))
        }
        let path = CommandPath(from: self, in: arguments)
        if let unknown = path.unknownCommand { throw UsageMessage(unknown.sentence, of: path) }
        do {
            // The parser accepts no options next to the names of commands there.
            guard !path.asksForHelp else { throw CleanExit.helpRequest() }
            var command = try parsed(arguments, path.running)
            // The parser returns its own command for a help request.
            guard path.running.commands.contains(where: { $0 == type(of: command) }) else {
                throw CleanExit.helpRequest()
            }
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch is CleanExit {
            let help = try CommandHelp(on: path, omitting: await App.unusedOptions(of: path))
            try Console.write(help.text(columns: Console.columns(in: .process)))
        }
    }

    private static func parsed(_ arguments: [String], _ path: CommandPath) throws -> any ParsableCommand {
        do {
            return try parseAsRoot(arguments)
        } catch {
            let message = message(for: error)
            guard exitCode(for: error) == .success else { throw try UsageMessage(refusalOfParser: message, of: path) }
            // The arguments request the version or a shell script.
            try Console.write(message)
            throw ArgumentParser.ExitCode.success
        }
    }
}

/// The configuration of the running program. It is built once, because the parser requests it repeatedly.
private enum PreparedConfiguration {
    @TaskLocal static var value: CommandConfiguration?
}

/// A use case with its own command. The commands of other use cases come from their ``/Usecases/Usecase/invocation``.
public protocol CommandedUsecase: Usecase {
    /// The command that runs the use case.
    static var command: any ParsableCommand.Type { get }
    /// An example of each usage error of the command.
    static var usageErrors: [UsageError] { get }
}

extension CommandedUsecase {
    /// Empty by default.
    public static var usageErrors: [UsageError] { [] }
}

extension Usecase {
    /// Returns the command of the use case. Returns `nil` for a request, and for a command with arguments that is
    /// missing.
    static func subcommand<App: TerminalApplication>(of application: App.Type) -> (any ParsableCommand.Type)? {
        if let commanded = self as? any CommandedUsecase.Type { return commanded.command }
        guard case .command(let text) = invocation, text == invocation.command else { return nil }
        return UsecaseCommand<App, Self>.self
    }

    /// Returns a message if the invocation names a command that no use case of the application declares.
    static func missingCommand<App: TerminalApplication>(in application: App.Type) -> Sentence? {
        guard case .command(let text) = invocation, let word = invocation.command, subcommand(of: App.self) == nil,
            !App.usecases.contains(where: { $0.invocation.command == word && $0.subcommand(of: App.self) != nil })
        else { return nil }
        return Sentence(
            en:
                "it is run by the command “\(text)”, but no such command exists: \(name) must be a CommandedUsecase",
            ja: "実行するコマンド「\(text)」がありません。\(name)をCommandedUsecaseにしてください")
    }

    /// An example of each usage error of its command.
    static var subcommandErrors: [UsageError] { (self as? any CommandedUsecase.Type)?.usageErrors ?? [] }
}

/// The default command of a use case that takes no arguments.
struct UsecaseCommand<App: TerminalApplication, U: Usecase>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        let name = U.invocation.command ?? U.name
        let title = U.sentence(U.title)
        return CommandConfiguration(
            commandName: name, abstract: Sentence(en: "\(title.text(in: .en)).", ja: "\(title.text(in: .ja))。"),
            usage: "\(App.product.name) \(name) [<options>]")
    }

    @OptionGroup var options: CommonOptions<App>

    @MainActor func run() async throws {
        guard let beginning = U.beginnings.first else { return }
        try await options.program().run { await $0.dispatch(beginning) }
    }
}
