import Foundation
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct README {
    private static let files = ["README.md", "README.ja.md"]
    /// The first use case of a new application, in the language of each page.
    private static let firstUsecases = [
        "README.md": "Starter/Sources/Application/Usecases/CheckStatus.swift",
        "README.ja.md": "Starter/Overlays/ja/Sources/Application/Usecases/CheckStatus.swift",
    ]
    private static let boot = "Sources/Application/Devices/Boot.swift"

    @Test(arguments: files) func 示されたコードはソースにある(file: String) throws {
        let firstUsecase = try #require(Self.firstUsecases[file])

        let blocks = try MarkdownPage(at: file).blocks.filter { $0.kind.first == "swift" }

        try #require(blocks.map(\.source) == [firstUsecase, Self.boot])
        // The first use case is complete.
        try expect(blocks[0].lines, equals: Self.lines(of: firstUsecase))
        let excerpt = Excerpt(blocks[1].lines, mark: "// …", isWhole: false)
        #expect(try excerpt.isFound(in: Self.lines(of: Self.boot)))
    }

    /// Other pages show the program as well, each with its number of sessions. A reader can repeat each session.
    @Test(arguments: [
        ("README.md", 6), ("README.ja.md", 6), ("docs/how-to/find-a-race.md", 1), ("docs/explanation/laboratory.md", 3),
    ])
    func 示されたやりとりは本物である(file: String, count: Int) async throws {
        let blocks = try MarkdownPage(at: file).blocks.filter { $0.kind == ["console"] }

        let differences = try await ShownSession((blocks + blocks).flatMap(\.lines)).differences()

        #expect(differences == [])
        #expect(blocks.count == count)
    }

    private static func lines(of path: String) throws -> [String] {
        try Repository.text(of: path).components(separatedBy: "\n").dropLast()
    }
}
