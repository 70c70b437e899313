import Application
import ArgumentParser
import Domain

struct BootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "boot",
        abstract: "Start the application: get the device its UDID, then show the tutorial or the login screen.",
        usage: "\(Product.name) boot [<options>]")

    @OptionGroup var options: CommonOptions

    @MainActor func run() async throws {
        let program = try Program(options.settings())
        try await program.present { await $0.dispatch(Boot.initial) }
    }
}

extension Boot: CommandedUsecase {
    static var command: any ParsableCommand.Type { BootCommand.self }
}
