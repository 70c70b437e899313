public import ArgumentParser
public import Usecases

/// A use case with a command of its own. All others get theirs from their ``/Usecases/Usecase/invocation``.
public protocol CommandedUsecase: Usecase {
    static var command: any ParsableCommand.Type { get }
    /// An example of each usage error of the command.
    static var usageErrors: [UsageError] { get }
}

extension CommandedUsecase {
    /// None.
    public static var usageErrors: [UsageError] { [] }
}

extension Usecase {
    /// `nil` for a request, and if a command that takes arguments is missing.
    static func subcommand<App: TerminalApplication>(of application: App.Type) -> (any ParsableCommand.Type)? {
        if let commanded = self as? any CommandedUsecase.Type { return commanded.command }
        guard case .command(let text) = invocation, text == invocation.command else { return nil }
        return UsecaseCommand<App, Self>.self
    }

    /// The sentence about a command that its invocation names and no use case of the application declares.
    static func missingCommand<App: TerminalApplication>(in application: App.Type) -> Sentence? {
        guard case .command(let text) = invocation, let word = invocation.command, subcommand(of: App.self) == nil,
            !App.usecases.contains(where: { $0.invocation.command == word && $0.subcommand(of: App.self) != nil })
        else { return nil }
        return Sentence(
            en:
                "it is run by the command “\(text)”, but there is none: \(name) has to be a CommandedUsecase",
            ja: "実行するコマンド「\(text)」がありません。\(name)をCommandedUsecaseにしてください")
    }

    /// An example of each usage error of its command.
    static var subcommandErrors: [UsageError] { (self as? any CommandedUsecase.Type)?.usageErrors ?? [] }
}
