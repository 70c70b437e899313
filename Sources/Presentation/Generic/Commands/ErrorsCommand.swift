import ArgumentParser
import Domain

/// Writes the page of all errors, from which `docs/errors.md` is made.
struct ErrorsCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "errors",
            abstract: Sentence(
                en: "List everything that can go wrong, and what to do about it, as Markdown.",
                ja: "起こりうるすべてのエラーとその対処を、Markdownで書き出す。"),
            usage: "\(Product.name) errors")
    }

    func run() async throws {
        try Console.write(ErrorsPage().text, terminator: "")
    }
}
