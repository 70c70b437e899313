import ArgumentParser
import Usecases

/// Writes the page of all errors, from which `docs/errors.md` is made.
struct ErrorsCommand<App: TerminalApplication>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "errors",
            abstract: Sentence(
                en: "List the errors of all use cases, with what to do about each, and of wrong usage, as Markdown.",
                ja: "すべてのユースケースのエラーとその対処、それに使い方の誤りを、Markdownで書き出す。"),
            usage: "\(App.product.name) errors")
    }

    func run() async throws {
        try Console.write(ErrorsPage(usageErrors: App.allUsageErrors).text, terminator: "")
    }
}
