import Application
import ArgumentParser

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Check how GitHub is doing.", usage: "calearning status [<options>]")

    @OptionGroup var options: CommonOptions

    @MainActor func run() async throws {
        try await Program(options.settings()).run { await $0.dispatch(CheckServiceStatus.initial) }
    }
}
