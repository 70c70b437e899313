public import ArgumentParser
import Foundation
public import UsecasesEngine

/// The root command, with the commands of the use cases and the commands of every application.
struct RootCommand<App: TerminalApplication>: AsyncParsableCommand {
    static var configuration: CommandConfiguration { PreparedConfiguration.value ?? made }

    private static var made: CommandConfiguration {
        let groups = App.helpGroups + [.laboratory]
        let grouped = groups.flatMap(\.commands)
        for command in commands {
            precondition(command.configuration.commandName != nil, "\(command) needs a commandName")
        }
        let named = Dictionary(grouping: commands) { $0.configuration.commandName ?? "" }
        return CommandConfiguration(
            commandName: App.product.name, abstract: App.abstract, discussion: discussion,
            subcommands: commands.filter { !grouped.contains($0.configuration.commandName ?? "") },
            groups: groups.map { group in
                CommandGroup(
                    name: group.name.text(in: .spoken), subcommands: group.commands.flatMap { named[$0] ?? [] })
            },
            version: ProgramVersion.text(of: App.product))
    }

    private static var discussion: Sentence {
        Sentence(
            en: """
                Standard output carries the result, standard error everything else. \
                `\(App.product.name) help exit-status` lists the exit statuses, and `\(App.product.name) help options` the \
                options of the commands that run a use case.
                """,
            ja: """
                結果は標準出力に、それ以外はすべて標準エラー出力に書き出す。\
                終了ステータスは`\(App.product.name) help exit-status`で、ユースケースを実行するコマンドに共通のオプションは\
                `\(App.product.name) help options`で表示する。
                """)
    }

    static var examples: [String] {
        let usecase = App.usecases.first?.name ?? ""
        return App.examples + [
            "usecases", "usecases \(usecase)", "usecases --format html >usecases.html",
            "replay run.jsonl", "replay run.jsonl --with '\(App.changeExample)'",
            "worlds", "worlds \(usecase) --actors 1", "worlds --format html >worlds.html",
            "leftovers old", "leftovers old --resume", "audit service.log", "audit service.log --format json",
        ]
    }

    /// Returns the help of a command, with its examples and without these options.
    static func help(on path: CommandPath, omitting omitted: Set<String>) throws -> CommandHelp {
        let examples = examples.filter { example in
            let names = CommandPath(from: self, in: example.split(separator: " ").map(String.init)).names
            return path.names.count > 1 && names.starts(with: path.names)
        }
        let common = try CommandInfo(of: CommonOptionsTopic<App>.self).optionNames.subtracting(["--help"])
        return try CommandHelp(on: path, omitting: omitted, common: common, examples: Array(examples.prefix(3)))
    }

    private static var commands: [any ParsableCommand.Type] {
        App.usecases.compactMap { $0.subcommand(of: App.self) } + App.commands + [
            UsecasesCommand<App>.self,
            ReplayCommand<App>.self,
            WorldsCommand<App>.self,
            LeftoversCommand<App>.self,
            AuditCommand<App>.self,
        ]
    }

    /// Runs the command that the arguments name. Returns the exit status.
    static func status(of arguments: [String]) async -> Int32 {
        do {
            try await PreparedConfiguration.$value.withValue(made) { try await run(arguments) }
            return ExitStatus.success.rawValue
        } catch let refusal as UsageMessage {
            Console.complain(refusal.text)
            return ExitStatus.wrongUsage.rawValue
        } catch let code as ArgumentParser.ExitCode {
            return code.rawValue
        } catch {
            // The arguments were valid, so the message omits the usage of the command.
            Console.complain(message(for: error))
            return (error is ValidationError ? ExitStatus.wrongUsage : .systemError).rawValue
        }
    }

    private static func run(_ arguments: [String]) async throws {
        // The help topics that are not commands. Options may follow, as in the help of a command.
        switch Array(arguments.prefix { !$0.hasPrefix("-") }) {
        case ["help", "exit-status"]:
            let list = ExitStatus.list(of: App.usecases, in: .spoken)
            return try Console.write(CommandHelp.wrapped(list, to: Console.helpColumns))
        case ["help", "options"]:
            let help = try CommandHelp(on: CommandPath(from: CommonOptionsTopic<App>.self))
            return try Console.write(help.text(columns: Console.helpColumns))
        default: break
        }
        let path = CommandPath(from: self, in: arguments)
        if let unknown = path.unknownCommand { throw UsageMessage(unknown.sentence.text(in: .spoken), of: path) }
        // The parser accepts no options next to the names of commands there.
        guard !path.asksForHelp else { return try await showHelp(on: path) }
        var command: any ParsableCommand
        do {
            command = try parseAsRoot(arguments)
        } catch {
            guard exitCode(for: error) == .success else { throw try UsageMessage(error, of: path.running) }
            // The arguments request the version or a shell script.
            return try Console.write(message(for: error))
        }
        // The parser returns a command of its own for a help request. Its text would trap on a narrow terminal.
        guard path.running.commands.contains(where: { $0 == type(of: command) }) else {
            return try await showHelp(on: path)
        }
        do {
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let refused as RefusedSetting {
            throw UsageMessage(refused.message, of: path.running)
        } catch is CleanExit {
            // A command that only has subcommands asks for its help.
            try await showHelp(on: path)
        }
    }

    private static func showHelp(on path: CommandPath) async throws {
        let help = try await help(on: path, omitting: App.unusedOptions(of: path))
        try Console.write(help.text(columns: Console.helpColumns))
    }
}

/// The help topic on the options of every command that runs a use case.
private struct CommonOptionsTopic<App: TerminalApplication>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "options",
            abstract: Sentence(
                en: "The options of the commands that run a use case.", ja: "ユースケースを実行するコマンドに共通のオプション。"),
            usage: "\(App.product.name) <subcommand> [<options>]")
    }

    @OptionGroup var options: CommonOptions<App>
}

/// The configuration of the running program. It is built once, because the parser requests it repeatedly.
enum PreparedConfiguration {
    @TaskLocal static var value: CommandConfiguration?
}

/// A use case with its own command. The commands of other use cases come from their ``/UsecasesEngine/Usecase/invocation``.
public protocol CommandedUsecase: Usecase {
    /// The command that runs the use case. Its configuration has a `commandName`.
    static var command: any ParsableCommand.Type { get }
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
