import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// The chapters of `docs/tutorial` show compiled code and executed sessions, identical in both languages.
@Suite(.timeLimit(.minutes(5))) struct チュートリアルの文書 {
    enum Language: String, CaseIterable, Sendable {
        case en, ja

        var folder: String { "docs/tutorial/" + rawValue }
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
            let path = try block.expectInNamedFile(root: "../../../")
            #expect(["Libraries/", "Sources/", "Tests/"].contains { path.hasPrefix($0) })
        }
        #expect(Set(blocks.map(\.kind)).isSubset(of: [["swift"], ["console"], ["console", "Server"]]))
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
