import Application
import ArgumentParser

struct ApiVersionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api-version", abstract: "Check the version of the Data API of MovableType.net.",
        usage: "calearning api-version [<options>]")

    @OptionGroup var options: CommonOptions

    @MainActor func run() async throws {
        try await Program(options.settings()).run { await $0.dispatch(CheckApiVersion.initial) }
    }
}
