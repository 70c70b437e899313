import Testing

@testable import CalearningTestSupport

/// `docs/getting-started.md` shows code of the starter's guide, whose application is called `Shop` there. The guide is
/// followed and compiled by `make application-check`.
@Suite struct 最初のユースケースの手引き {
    @Test func コードは書き出されるアプリケーションの手引きと同じ() throws {
        let code = [["swift"], ["diff"]]
        let guide = try MarkdownPage(at: "Starter/GUIDE.md").blocks.map(\.lines)
        let shown = try MarkdownPage(at: "docs/getting-started.md").blocks.filter { code.contains($0.kind) }

        #expect(shown.count == 4)
        for block in shown {
            let lines = block.lines.map { $0.replacing("Shop", with: "Starter") }
            #expect(guide.contains(lines), "\(lines.joined(separator: "\n"))")
        }
    }
}
