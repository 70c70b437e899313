import Application
import ArgumentParser

/// A use case whose command has more to say than its name. All others have one by their line in the catalogue.
protocol CommandedUsecase: Usecase {
    static var command: any ParsableCommand.Type { get }
    /// What the command refuses to be given, an example of each.
    static var usageErrors: [UsageError] { get }
}

extension CommandedUsecase {
    static var usageErrors: [UsageError] { [] }
}

extension Catalogued {
    /// `nil` for a request, and where a command that is given something is missing.
    var command: (any ParsableCommand.Type)? {
        if let commanded = U.self as? any CommandedUsecase.Type { return commanded.command }
        guard case .command(let text) = invocation, text == commandName else { return nil }
        return UsecaseCommand<U>.self
    }

    /// What its command refuses to be given, an example of each.
    var usageErrors: [UsageError] { (U.self as? any CommandedUsecase.Type)?.usageErrors ?? [] }

    /// The first word of its command; `nil` for a request.
    var commandName: String? {
        guard case .command(let text) = invocation else { return nil }
        return text.split(separator: " ").first.map(String.init)
    }
}
