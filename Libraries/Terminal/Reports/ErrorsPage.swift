import ArgumentParser
package import Usecases

/// A documentation page with every error that the program reports, and advice for each, in one language.
package struct ErrorsPage {
    private let errors: [ErrorWrapper]
    private let usageErrors: [UsageError]
    private let language: Language
    /// Whether no page exists in the other language.
    private let isAlone: Bool

    /// Creates the page of an application.
    package init<App: TerminalApplication>(of application: App.Type, in language: Language) {
        errors = App.allErrors
        usageErrors = App.allUsageErrors
        self.language = language
        isAlone = App.isInEnglish
    }

    /// The page in Markdown.
    public var text: String {
        let link = language.text(en: "[日本語](errors.ja.md)", ja: "[English](errors.md)")
        let head = [language.text(en: "# Errors", ja: "# エラー")] + (isAlone ? [] : [link])
        return (head + [Self.introduction.text(in: language), list]).joined(separator: "\n\n")
    }

    /// The page without its head. Each message is a heading, so a link can lead to it.
    var list: String {
        let groups = Dictionary(grouping: errors.map { ($0, ErrorReport($0)) }) { Group(of: $0.0) }
        var parts: [String] = []
        for group in Group.allCases {
            parts.append("## " + group.title.text(in: language))
            var reports: [(message: String, reports: [ErrorReport])] = []
            for (_, report) in groups[group, default: []] {
                let message = report.message.text(in: .en)
                if let index = reports.firstIndex(where: { $0.message == message }) {
                    reports[index].reports.append(report)
                } else {
                    reports.append((message, [report]))
                }
            }
            for (_, reports) in reports { parts += ["### " + escaped(reports[0].message), advice(of: reports)] }
        }
        parts += [
            "## " + language.text(en: "Wrong usage", ja: "使い方の誤り"), Self.usage.text(in: language),
            usageErrors.map { "- " + escaped($0.sentence) }.joined(separator: "\n"),
            "## " + language.text(en: "The system", ja: "システム"),
            [(Sentence.unwritableResult("No space left on device"), ExitStatus.storeFailure), (.noProc, .systemError)]
                .map { "- \(escaped($0)) (\($1.rawValue))" }.joined(separator: "\n"),
        ]
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static let introduction = Sentence(
        en: """
            Made from the code by `make specification`; a spec holds it to that. The program prints each message with the advice, the
            names of the case, what was asked, and the chain of causes. `help exit-status` explains the statuses.
            """,
        ja: """
            `make specification`がコードから生成したページです。コードとの一致はスペックが検査します。プログラムは、メッセージに続けて、\
            対処、ケースの名前、リクエストの内容、原因の連鎖を示します。終了ステータスは`help exit-status`で確かめられます。
            """)
    private static let usage = Sentence(
        en: "The status is 64. The parser of options reports further errors itself.",
        ja: "終了ステータスは64です。このほかに、オプションのパーサ自身の報告があります。")

    /// Returns the different pieces of advice for one message, each with the names of its case and its status.
    private func advice(of reports: [ErrorReport]) -> String {
        let status = language.text(en: "status", ja: "終了ステータス")
        var lines: [String] = []
        for report in reports {
            let names = "`\(report.asciiName)`, `\(report.name)`, \(status) \(report.exitStatus.rawValue)"
            let line = "- \(escaped(report.advice)) (\(names))"
            if !lines.contains(line) { lines.append(line) }
        }
        return lines.joined(separator: "\n")
    }

    private func escaped(_ sentence: Sentence) -> String {
        sentence.text(in: language).replacing("<", with: "&lt;")
    }
}

extension ErrorsPage {
    fileprivate enum Group: CaseIterable {
        case network, certificates, redirects, answers, files, program

        init(of error: ErrorWrapper) {
            self =
                switch (error.fault, error) {
                case (.disconnected?, _), (.proxy?, _), (nil, .service(.client, _, _)): .network
                case (.untrusted?, _), (.insecure?, _), (.unreadableAuthorities?, _): .certificates
                case (.redirect?, _): .redirects
                case (.malformed?, _), (.tooLarge?, _), (nil, .service(.server, _, _)), (nil, .system(.api, _, _)):
                    .answers
                case (_, .system(.dataStore, _, _)): .files
                case (.unsendable?, _), (.tooManyOpenFiles?, _), (.missingLibrary?, _),
                    (nil, .service(.authorization, _, _)), (nil, .system):
                    .program
                }
        }

        var title: Sentence {
            switch self {
            case .network: Sentence(en: "The network", ja: "ネットワーク")
            case .certificates: Sentence(en: "Certificates", ja: "証明書")
            case .redirects: Sentence(en: "Redirects", ja: "リダイレクト")
            case .answers: Sentence(en: "Answers of a server", ja: "サーバの応答")
            case .files: Sentence(en: "Files and databases", ja: "ファイルとデータベース")
            case .program: Sentence(en: "The program", ja: "プログラム")
            }
        }
    }
}

/// A command that writes the list of all errors, or the page `docs/errors.md`.
struct ErrorsCommand<App: TerminalApplication>: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, markdown
    }

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "errors",
            abstract: Sentence(
                en: "List the errors of all use cases, with what to do about each, and of wrong usage.",
                ja: "すべてのユースケースのエラーとその対処、それに使い方の誤りを一覧にする。"),
            usage: "\(App.product.name) errors [<options>]")
    }

    @Option(
        help: ArgumentHelp(
            Sentence(en: "The form of the output: the list, or a page of documents.", ja: "出力の形式。一覧、または文書のページ。")))
    var format = Format.text

    @Option(help: .language(of: App.product))
    var language: Language?

    func run() async throws {
        let given = GivenSettings<CommonSetting>(product: App.product, variables: Environment.process.variables)
        let page = ErrorsPage(of: App.self, in: try language ?? given.language)
        try Console.write(format == .markdown ? page.text : page.list, terminator: "")
    }
}
