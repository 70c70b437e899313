import ArgumentParser
import Usecases

/// The command of a use case that has none of its own and takes no arguments.
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
