import Foundation
import Testing

@testable import CalearningTestSupport

/// The program behaves as the README shows.
@Suite struct README {
    private static let files = ["README.md", "README.ja.md"]

    @Test(arguments: files) func 示されたコードはソースにある(file: String) throws {
        let source = try Repository.text(of: "Sources/Application/Usecases/Boot.swift")
        let blocks = try MarkdownPage(at: file).blocks.filter { $0.kind == ["swift"] }

        for block in blocks {
            let excerpt = Excerpt(block.lines, mark: "// …", isWhole: false)
            #expect(excerpt.isFound(in: source.components(separatedBy: "\n")))
        }
        #expect(!blocks.isEmpty)
    }

    @Test(arguments: files) func 示されたやりとりは本物である(file: String) async throws {
        let blocks = try MarkdownPage(at: file).blocks.filter { $0.kind == ["console"] }

        let differences = try await ShownSession(blocks.flatMap(\.lines)).differences()

        #expect(differences == [])
        let fences = try Repository.text(of: file).components(separatedBy: "```console\n").count - 1
        #expect(blocks.count == fences)
        #expect(fences >= 3)
    }
}
