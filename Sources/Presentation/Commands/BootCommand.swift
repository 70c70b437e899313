import ArgumentParser
import CalearningApplication
import CalearningDomain
import Usecases
import UsecasesTerminal

struct BootCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "boot",
            abstract: Sentence(
                en: "Start the application: get the device its UDID, then show the tutorial or the login screen.",
                ja: "アプリを起動する。端末のUDIDを取得し、チュートリアルかログイン画面を表示する。"),
            usage: "\(Product.own.name) boot [<options>]")
    }

    @OptionGroup var options: CommonOptions<CompositionRoot>

    @MainActor func run() async throws {
        let program = try options.program()
        try await program.present { await $0.dispatch(Boot.initial) }
    }
}

extension Boot: CommandedUsecase {
    static var command: any ParsableCommand.Type { BootCommand.self }
}
