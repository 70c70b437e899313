import Application
import ArgumentParser
import Domain

struct TutorialCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "tutorial",
            abstract: Sentence(
                en: "Show the tutorial, or record that it was completed.", ja: "チュートリアルを表示するか、完了したことを記録する。"),
            usage: "\(Product.name) tutorial [--complete] [<options>]")
    }

    @Flag(
        help: ArgumentHelp(
            Sentence(en: "Record the tutorial as completed, without showing it.", ja: "チュートリアルを表示せず、完了したことを記録する。")))
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
