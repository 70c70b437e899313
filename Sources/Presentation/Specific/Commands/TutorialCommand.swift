import Application
import ArgumentParser
import Domain

struct TutorialCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tutorial",
        abstract: "Show the tutorial, or record that it was completed.",
        usage: "\(Product.name) tutorial [--complete] [<options>]")

    @Flag(help: "Record the tutorial as completed, without showing it.")
    var complete = false

    @OptionGroup var options: CommonOptions

    @MainActor func run() async throws {
        let program = try Program(options.settings())
        if complete {
            try await program.run { await $0.dispatch(CompleteTutorial.initial) }
        } else {
            try await program.present(.tutorial)
        }
    }
}

extension CompleteTutorial: CommandedUsecase {
    static var command: any ParsableCommand.Type { TutorialCommand.self }
}
