import Application
import ArgumentParser
import Domain

/// A use case with a command of its own. All others get theirs from their line in the catalogue.
protocol CommandedUsecase: Usecase {
    static var command: any ParsableCommand.Type { get }
    /// An example of each usage error of the command.
    static var usageErrors: [UsageError] { get }
}

extension CommandedUsecase {
    static var usageErrors: [UsageError] { [] }
}

extension Catalogued {
    /// `nil` for a request, and if a command that takes arguments is missing.
    var command: (any ParsableCommand.Type)? {
        if let commanded = U.self as? any CommandedUsecase.Type { return commanded.command }
        guard case .command(let text) = invocation, text == invocation.command else { return nil }
        return UsecaseCommand<U>.self
    }

    /// What is missing if the catalogue promises a command that nobody declares.
    var missingCommand: Sentence? {
        guard case .command(let text) = invocation, let word = invocation.command, command == nil,
            !Catalogue.usecases.contains(where: { $0.invocation.command == word && $0.command != nil })
        else { return nil }
        return Sentence(
            en:
                "the catalogue promises the command “\(text)”, but there is none: \(U.name) has to be a CommandedUsecase",
            ja: "カタログにあるコマンド「\(text)」がありません。\(U.name)をCommandedUsecaseにしてください")
    }

    /// An example of each usage error of its command.
    var usageErrors: [UsageError] { (U.self as? any CommandedUsecase.Type)?.usageErrors ?? [] }
}
