import Foundation
import Testing

@testable import CalearningTestSupport

/// The chapters of `docs/tutorial` show compiled code and executed sessions, identical in both languages.
@Suite(.timeLimit(.minutes(5))) struct チュートリアルの文書 {
    enum Language: String, CaseIterable, Sendable {
        case en, ja

        var folder: String { "docs/tutorial/" + rawValue }

        /// The parts of each chapter.
        var sections: [String] {
            switch self {
            case .en: ["The problem", "The code", "The run", "What would go wrong otherwise", "Exercise"]
            case .ja: ["問題", "コード", "実行", "そうしないと何が起きるか", "練習"]
            }
        }
    }

    /// The names of the files of the chapters, in order.
    private static let chapters = ((try? Repository.names(in: Language.en.folder)) ?? []).filter { $0 != "README.md" }

    private static func chapter(_ name: String, in language: Language) throws -> MarkdownPage {
        try MarkdownPage(at: language.folder + "/" + name)
    }

    @Test(arguments: Language.allCases) func 目次にはすべての章が順にある(language: Language) throws {
        let index = try MarkdownPage(at: language.folder + "/README.md")
        let names = try Repository.names(in: language.folder).filter { $0 != "README.md" }

        #expect(names == Self.chapters)
        #expect(index.links.filter { $0.contains(#/^\d\d-/#) } == names)
        #expect(names.count == 11)
    }

    @Test(arguments: chapters, Language.allCases) func どの章にも決まった節がある(chapter: String, language: Language) throws {
        let headings = try Self.chapter(chapter, in: language).headings

        #expect(headings.first?.level == 1)
        #expect(headings.filter { $0.level == 2 }.map(\.text) == language.sections)
    }

    @Test(arguments: chapters) func 二つの言語は同じコードと同じ命令を示す(chapter: String) throws {
        let english = try Self.chapter(chapter, in: .en)
        let japanese = try Self.chapter(chapter, in: .ja)

        #expect(japanese.headings.map(\.level) == english.headings.map(\.level))
        #expect(japanese.blocks.map(Common.init) == english.blocks.map(Common.init))
        #expect(english.blocks.contains { $0.kind == ["swift"] })
        #expect(english.blocks.contains { $0.kind.first == "console" })
    }

    /// The parts that must be identical in both languages: the code with its file, and the typed lines of a session.
    private struct Common: Hashable {
        let kind: [String]
        let lines: [String]
        let source: String?

        init(_ block: MarkdownPage.Block) {
            let isCode = block.kind == ["swift"]
            kind = block.kind
            lines = isCode ? block.lines : ShownSession(block.lines).exchanges.map(\.command)
            source = isCode ? block.source : nil
        }
    }

    @Test(arguments: chapters, Language.allCases)
    func 示されたコードは名指されたファイルにある(chapter: String, language: Language) throws {
        let blocks = try Self.chapter(chapter, in: language).blocks

        for block in blocks where block.kind == ["swift"] {
            let path = try #require(block.source, "no file is named above \(block.lines)")
                .replacing("../../../", with: "")
            #expect(["Libraries/", "Sources/", "Tests/"].contains { path.hasPrefix($0) })
            let source = try Repository.text(of: path).components(separatedBy: "\n")
            let excerpt = Excerpt(block.lines, mark: "// …", isWhole: false)
            #expect(excerpt.isFound(in: source), "\(path) has no\n\(block.lines.joined(separator: "\n"))")
        }
        #expect(Set(blocks.map(\.kind)).isSubset(of: [["swift"], ["console"], ["console", "Server"]]))
    }

    /// After a change of a file, existing lines can differ from the lines that the text describes.
    @Test(arguments: chapters, Language.allCases)
    func 示されたコードは宣言の途中で切れず_比べる値がどこから来たかを示す(chapter: String, language: Language) throws {
        var shown = ""
        for block in try Self.chapter(chapter, in: language).blocks where block.kind == ["swift"] {
            let parts = block.lines.split { $0.drop { $0 == " " } == "// …" }
            for last in parts.compactMap({ $0.last { !$0.isEmpty }?.drop { $0 == " " } }) {
                #expect(
                    !["///", "@", "import "].contains { last.hasPrefix($0) }, "\(chapter) breaks off after \(last)")
            }
            let code = block.lines.joined(separator: "\n")
            shown += code
            for comparison in code.matches(of: #/#expect\(([a-z]\w*) ==/#) {
                let name = String(comparison.1)
                let declares = try Regex("\\b(let|var) \(name)\\b|for \(name) in|\\b\(name): ")
                #expect(shown.contains(declares), "\(chapter) does not show where \(name) comes from.")
            }
        }
    }

    @Test(arguments: chapters, Language.allCases)
    func 示されたやりとりは本物である(chapter: String, language: Language) async throws {
        let services = try LoopbackServer.outsideServices()
        defer { services.stop() }
        let addresses = ["GITHUB", "GITHUB_STATUS", "MOVABLETYPE"].map { ("CALEARNING_\($0)_URL", services.address) }
        let environment = Dictionary(uniqueKeysWithValues: addresses + [("CALEARNING_LANGUAGE", language.rawValue)])
        let shown = try Self.chapter(chapter, in: language).blocks
            .filter { $0.kind == ["console"] || hasService && $0.kind == ["console", "Server"] }
            .flatMap(\.lines)

        let differences = try await ShownSession(shown).differences(
            environment: environment, port: try LoopbackServer.unusedPort())

        #expect(differences == [])
    }
}

extension LoopbackServer {
    /// Returns a server that replaces the services called by the chapters.
    fileprivate static func outsideServices() throws -> LoopbackServer {
        let json = ["Content-Type": "application/json"]
        return try routing([
            "/zen": (200, "Keep it logically awesome.", ["Content-Type": "text/plain"]),
            "/users/octocat": (200, #"{"id":583231,"login":"octocat","name":"The Octocat"}"#, json),
            "/users/nobody-has-this-name": (404, #"{"message":"Not Found"}"#, json),
            "/.data-api/version": (200, #"{"endpointVersion":"v4","apiVersion":4}"#, json),
            "/api/v2/status.json": (
                200, #"{"status":{"indicator":"none","description":"All Systems Operational"}}"#, json
            ),
        ])
    }
}
