import Foundation
import Testing

@testable import CalearningTestSupport

/// The program behaves as the README shows.
@Suite struct README {
    private static let files = ["README.md", "README.ja.md"]
    /// The first use case of a new application, in the language of each page.
    private static let firstUsecases = [
        "README.md": "Starter/Sources/Application/Usecases/CheckStatus.swift",
        "README.ja.md": "Starter/Overlays/ja/Sources/Application/Usecases/CheckStatus.swift",
    ]
    private static let boot = "Sources/Application/Usecases/Boot.swift"

    @Test(arguments: files) func 示されたコードはソースにある(file: String) throws {
        let firstUsecase = try #require(Self.firstUsecases[file])

        let blocks = try MarkdownPage(at: file).blocks.filter { $0.kind.first == "swift" }

        try #require(blocks.map(\.source) == [firstUsecase, Self.boot])
        // The first use case is complete.
        #expect(try blocks[0].lines == Self.lines(of: firstUsecase))
        let excerpt = Excerpt(blocks[1].lines, mark: "// …", isWhole: false)
        #expect(try excerpt.isFound(in: Self.lines(of: Self.boot)))
    }

    @Test(arguments: files) func 示されたやりとりは本物である(file: String) async throws {
        let blocks = try MarkdownPage(at: file).blocks.filter { $0.kind == ["console"] }

        let differences = try await ShownSession(blocks.flatMap(\.lines)).differences()

        #expect(differences == [])
        let fences = try Repository.text(of: file).components(separatedBy: "```console\n").count - 1
        #expect(blocks.count == fences)
        #expect(fences >= 3)
    }

    private static func lines(of path: String) throws -> [String] {
        try Repository.text(of: path).components(separatedBy: "\n").dropLast()
    }
}
