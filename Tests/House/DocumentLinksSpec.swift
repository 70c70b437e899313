import Foundation
import Testing
import UsecasesTestSupport

@testable import CalearningTestSupport

@Suite struct 文書のリンク {
    private static let pages = (try? found) ?? []

    /// The pages in the root, in `docs` and in `Course`, and the README of each other folder. The pages of `Starter` are
    /// left out, because their links are relative to an application.
    private static var found: [String] {
        get throws {
            let names = try Repository.names(in: ".")
            return try names.filter { $0.hasSuffix(".md") }
                + names.filter { !["Starter", "docs"].contains($0) }.map { $0 + "/README.md" }.filter(Repository.exists)
                + ["docs", "Course"].flatMap { try Repository.files(under: $0, named: ".md") }
        }
    }

    @Test(arguments: pages) func どれもあるものを指す(page: String) throws {
        for link in try MarkdownPage(at: page).links where !link.contains(#/^[a-z]+:/#) {
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let folder = URL(filePath: "/" + page).deletingLastPathComponent()
            let target =
                parts[0].isEmpty ? page : String(folder.appending(path: parts[0]).standardized.path.dropFirst())

            #expect(Repository.exists(target), "\(page): \(link)")
            if parts.count > 1, Repository.exists(target) {
                let anchors = try MarkdownPage(at: target).headings.map { Self.anchor($0.text) }
                #expect(anchors.contains(String(parts[1])), "\(page): \(link)")
            }
        }
    }

    @Test func 文書はすべて調べている() {
        let course = "Course/application/Exercises/01-read-and-run/README.ja.md"
        #expect(Set(Self.pages).isSuperset(of: ["README.md", "docs/faq.md", course]))
    }

    /// Returns the anchor that GitHub derives from a heading.
    private static func anchor(_ heading: String) -> String {
        heading.lowercased().replacing(" ", with: "-").filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }
}
