import ArgumentParser
import Domain
import Usecases

/// The command of a use case that has none of its own and takes no arguments.
struct UsecaseCommand<U: Usecase>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        let name = U.invocation.command ?? U.name
        let title = U.sentence(U.title)
        return CommandConfiguration(
            commandName: name, abstract: Sentence(en: "\(title.text(in: .en)).", ja: "\(title.text(in: .ja))。"),
            usage: "\(Product.name) \(name) [<options>]")
    }

    @OptionGroup var options: CommonOptions

    @MainActor func run() async throws {
        guard let beginning = U.beginnings.first else { return }
        try await Program(options.settings()).run { await $0.dispatch(beginning) }
    }
}
