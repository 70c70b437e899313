import ArgumentParser
import Usecases

/// A documentation page with every error that the program reports, and advice for each.
package struct ErrorsPage {
    private let usageErrors: [UsageError]

    /// Creates a page. `usageErrors` are examples of all usage errors of the application.
    package init(usageErrors: [UsageError]) {
        self.usageErrors = usageErrors
    }

    /// The page in Markdown, with each message in English and Japanese.
    public var text: String {
        let sections = [
            ["# Errors"], Self.introduction,
            ["## What a run can end in"],
            Self.table(ErrorExamples.all.map(Self.row)),
            ["## Wrong usage"],
            ["The status is 64 (`EX_USAGE`). What the parser of options finds itself, it says itself."],
            usageTable,
            ["## Standard output"],
            [Self.bilingual(Sentence.unwritableResult("No space left on device")) + " The status is 74."],
            ["## The system"],
            [Self.bilingual(Sentence.noProc) + " The status is 70."],
        ]
        return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    private static let introduction = [
        "Made from the code by `make specification`; a spec holds it to that. Each message is followed by what to do, the",
        "names of the case, what was asked, and the chain of causes. The command `help exit-status` says what the statuses mean.",
    ]

    private static func row(_ error: ErrorWrapper) -> [String] {
        let report = ErrorReport(error)
        return [
            "`\(report.asciiName)`<br>`\(report.name)`", "\(report.exitStatus.rawValue)",
            bilingual(report.message), bilingual(report.advice),
        ]
    }

    private static func table(_ rows: [[String]]) -> [String] {
        [line(["case", "status", "what happened", "why, and what to do"]), line(["---", "---", "---", "---"])]
            + rows.map(line)
    }

    private var usageTable: [String] {
        [Self.line(["what is wrong", "誤り"]), Self.line(["---", "---"])]
            + usageErrors.map { error in
                Self.line([Language.en, .ja].map { Self.cell(error.sentence.text(in: $0)) })
            }
    }

    private static func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

    private static func bilingual(_ sentence: Sentence) -> String {
        cell(sentence.text(in: .en)) + "<br>" + cell(sentence.text(in: .ja))
    }

    private static func cell(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("<", with: "&lt;")
    }
}

/// A command that writes the page of all errors. `docs/errors.md` is generated with it.
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
