import Application
import ArgumentParser

struct ZenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "zen", abstract: "Read a sentence of the zen of GitHub.", usage: "calearning zen [<options>]")

    @OptionGroup var options: CommonOptions

    @MainActor func run() async throws {
        try await Program(options.settings()).run { await $0.dispatch(ReadZen.initial) }
    }
}
