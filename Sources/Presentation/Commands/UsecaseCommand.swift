import Application
import ArgumentParser

/// The command of a use case that has none of its own, and is given nothing by its actor.
struct UsecaseCommand<U: Usecase>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        let name = entry?.commandName ?? U.name
        return CommandConfiguration(
            commandName: name, abstract: "\(U.title).", usage: "calearning \(name) [<options>]")
    }

    @OptionGroup var options: CommonOptions

    @MainActor func run() async throws {
        guard let beginning = Self.entry?.beginnings.first else { return }
        try await Program(options.settings()).run { await $0.dispatch(beginning) }
    }

    private static var entry: CatalogueEntry<U>? {
        Catalogue.usecases.lazy.compactMap { $0 as? CatalogueEntry<U> }.first
    }
}

extension Catalogued {
    /// The first word of its command; `nil` for a request.
    var commandName: String? {
        guard case .command(let text) = invocation else { return nil }
        return text.split(separator: " ").first.map(String.init)
    }

    /// `nil` where the command is given something, or is one of those that are named.
    func command(unless taken: Set<String>) -> (any ParsableCommand.Type)? {
        guard case .command(let text) = invocation, text == commandName, !taken.contains(text) else { return nil }
        return UsecaseCommand<U>.self
    }
}
