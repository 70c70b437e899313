import ArgumentParser
import Domain

/// Writes the page of all errors, from which `docs/errors.md` is made.
struct ErrorsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "errors", abstract: "List everything that can go wrong, and what to do about it, as Markdown.",
        usage: "\(Product.name) errors")

    func run() async throws {
        try Console.write(ErrorsPage().text, terminator: "")
    }
}
