import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// A page in both languages, such as `audit-runs.md` and `audit-runs.ja.md`, shows the same content in both.
@Suite struct 翻訳された文書 {
    private static let translations =
        ((try? Repository.files(under: "docs", named: ".md")) ?? []).filter { $0.hasSuffix(".ja.md") }

    @Test(arguments: translations) func 原文と同じ構成でコードもファイルも同じ(translation: String) throws {
        let japanese = try MarkdownPage(at: translation)
        let original = translation.dropLast(6) + ".md"
        let english = try MarkdownPage(at: String(original))

        #expect(japanese.headings.map(\.level) == english.headings.map(\.level))
        #expect(japanese.blocks.map(\.kind) == english.blocks.map(\.kind))
        #expect(Self.code(of: japanese) == Self.code(of: english))
        try expect(Self.namedFiles(in: translation), equals: Self.namedFiles(in: String(original)))
    }

    @Test(arguments: translations) func 互いを指す(translation: String) throws {
        let name = try #require(translation.split(separator: "/").last).dropLast(6)

        try expect(MarkdownPage(at: translation).links.first, equals: name + ".md")
        try expect(MarkdownPage(at: translation.dropLast(6) + ".md").links.first, equals: name + ".ja.md")
    }

    /// A browser shows a line end inside a paragraph as a space.
    @Test func 日本語の段落は途中で改行しない() throws {
        let pages =
            try Repository.names(in: ".")
            + ["docs", "Course"].flatMap { try Repository.files(under: $0, named: ".md") }
        let japanese = pages.filter { page in
            page.hasSuffix(".ja.md") || page.contains("/ja/") || page == "docs/usecases/README.md"
        }
        for page in japanese {
            let prose = try Repository.text(of: page).replacing(#/(?ms)^ *```.*?^ *```$/#, with: "")
            let broken = prose.matches(of: #/(?m)^(?! {4}|[|#<]).*[ぁ-ヶ一-龠ー、。]\n(?! *(?:[-*|#<\n]|\d+\. |$)).*/#)
            #expect(broken.map { String($0.0) } == [], "\(page)")
        }
        #expect(japanese.count > 20)
    }

    @Test func 文書はすべて調べている() {
        #expect(Self.translations.contains("docs/how-to/add-a-use-case.ja.md"))
    }

    private static func code(of page: MarkdownPage) -> [[String]] {
        page.blocks.filter { [["swift"], ["diff"]].contains($0.kind) }.map(\.lines)
    }

    private static func namedFiles(in page: String) throws -> Set<String> {
        Set(try Repository.text(of: page).matches(of: #/`((?:Libraries|Sources|Tests)/[^`]+)`/#).map { String($0.1) })
    }
}
