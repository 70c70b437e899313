#if !Server
public import ArgumentParser
public import UsecasesEngine
public import UsecasesTerminal

/// An application with an HTTP service, in a build without it.
public protocol ServiceApplication: TerminalApplication {
    /// The texts about the service, for the help of its commands.
    static var service: ServiceText { get }
}

extension ServiceApplication {
    /// The command `serve`. An application with its own commands lists it among them.
    public static var commands: [any ParsableCommand.Type] { [ServeCommand<Self>.self] }
}

/// The command `serve` in a build without the service. It only prints how to build with the service.
public struct ServeCommand<App: ServiceApplication>: UnavailableCommand {
    /// The name, the abstract and the usage of the command, in both languages.
    public static var configuration: CommandConfiguration {
        unavailable(
            "serve", usage: "\(App.product.name) serve [<options>]",
            purpose: Sentence(
                en: "Run \(App.service.purpose.text(in: .en))", ja: "\(App.service.purpose.text(in: .ja))を動かす"))
    }

    /// All arguments of the command, unread.
    @Argument(parsing: .captureForPassthrough, help: .hidden)
    public var rest: [String] = []

    /// Creates the command for the parser.
    public init() {}
}

/// A command of the service in a build without it. The command prints how to build with the service.
public protocol UnavailableCommand: ParsableCommand {
    /// The application of the command.
    associatedtype App: ServiceApplication

    /// All arguments of the command, unread.
    var rest: [String] { get }
}

extension UnavailableCommand {
    /// Returns the configuration of a command that is not in this build. `purpose` is its purpose in other builds.
    public static func unavailable(_ name: String, usage: String, purpose: Sentence) -> CommandConfiguration {
        CommandConfiguration(
            commandName: name,
            abstract: Sentence(
                en: "\(purpose.text(in: .en)) (not in this build).", ja: "\(purpose.text(in: .ja))(このビルドには含まれない)。"),
            usage: usage,
            discussion: advice)
    }

    /// Shows the help if requested. Otherwise, writes the advice and ends with the status for wrong usage.
    public func run() throws {
        guard !rest.contains("--help"), !rest.contains("-h") else { throw CleanExit.helpRequest(self) }
        Console.complain(Self.advice.text(in: .spoken))
        throw ExitCode(ExitStatus.wrongUsage.rawValue)
    }

    private static var advice: Sentence {
        Sentence(
            en: "This build has no service: build it with `--traits Server`.",
            ja: "このビルドにはサービスがありません。`--traits Server` を付けてビルドしてください。")
    }
}
#endif
