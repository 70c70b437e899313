import ArgumentParser
import CalearningApplication
import CalearningDomain
import Usecases
import UsecasesTerminal

struct WhoAmICommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "whoami",
            abstract: Sentence(
                en: "Say who is logged in on this device.", ja: "この端末で誰がログインしているかを表示する。"),
            usage: "\(Product.own.name) whoami [<options>]")
    }

    @OptionGroup var options: CommonOptions<CompositionRoot>

    @MainActor func run() async throws {
        try await options.program().run { await $0.dispatch(RestoreSession.initial) }
    }
}

extension RestoreSession: CommandedUsecase {
    static var command: any ParsableCommand.Type { WhoAmICommand.self }
}
