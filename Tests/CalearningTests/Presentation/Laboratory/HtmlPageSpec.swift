import Application
import Domain
import Foundation
import Presentation
import Testing

@Suite struct HTMLのページ {
    private static func explorations() async -> [Exploration] {
        var explorations: [Exploration] = []
        for entry in Catalogue.usecases { explorations.append(await CompositionRoot.explorer.explore(entry)) }
        return explorations
    }

    private static func page(coverage: ScenarioCoverage? = nil) async -> String {
        HtmlPage(await explorations(), coverage: coverage).markup.text
    }

    /// What a reader sees, as XML.
    private static func body(of page: String) throws -> XMLTree {
        let start = try #require(page.range(of: "<body>"))
        let end = try #require(page.range(of: "</body>"))
        return try XMLTree(String(page[start.lowerBound..<end.upperBound]))
    }

    @Test(arguments: ["http://", "https://", "src=", "<script", "<link", "@import", "url(", "javascript:", "onload"])
    func 外のものは何も使わない(needle: String) async {
        let page = await Self.page()

        #expect(!page.contains(needle))
    }

    @Test func 外のものをブラウザにも禁じる() async {
        let page = await Self.page()

        #expect(
            page.contains(
                """
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
                """))
    }

    @Test func 二度書いても同じ() async {
        let first = await Self.page()

        let second = await Self.page()

        #expect(first == second)
    }

    @Test func 目次はすべてのユースケースに繋がる() async throws {
        let usecases = await Self.explorations().map(\.usecase)

        let body = try Self.body(of: await Self.page())

        let articles = body.elements.filter { $0.name == "article" }.compactMap { $0.attributes["id"] }
        let links = body.elements.filter { $0.name == "a" }.compactMap { $0.attributes["href"] }
        #expect(articles == usecases.map(\.name))
        #expect(links == (usecases + usecases).map { "#\($0.name)" })
    }

    @Test func シーンもシナリオも木もすべて書いてある() async throws {
        let explorations = await Self.explorations()

        let body = try Self.body(of: await Self.page())

        let (headers, items, trees) = (body.text(of: "th"), body.text(of: "li"), body.text(of: "pre"))
        for exploration in explorations {
            for scene in exploration.usecase.scenes { #expect(headers.contains(scene.name)) }
            for (scenario, ways) in exploration.scenarios {
                let text = "\(scenario) \(ways == 1 ? "one way" : "\(ways) ways")"
                #expect(items.contains(text))
            }
            let first = try #require(CourseTree(exploration.ways.filter { $0.beginning == 0 }))
            #expect(trees.contains(TreeText(first).lines.joined(separator: "\n")))
        }
        #expect(items.count == explorations.reduce(0) { $0 + $1.scenarios.count })
        #expect(body.text(of: "svg").count == explorations.count)
    }

    @Test func 誰が何を実行できるかを表にする() async throws {
        let usecases = await Self.explorations().map(\.usecase)

        let rows = try Self.body(of: await Self.page()).text(of: "tr")

        for usecase in usecases {
            let cells = Actor.allCases.map { usecase.actors.contains($0) ? "yes" : "–" }.joined()
            #expect(rows.contains(usecase.title + cells))
        }
    }

    @Test func カバレッジがなければ何も言わない() async {
        let page = await Self.page()

        for needle in ["covered by", "not covered", "<td><span class=\"covered", "class=\"coverage"] {
            #expect(!page.contains(needle))
        }
    }

    @Test func カバレッジはシナリオごとに書いてある() async throws {
        let scenarios = await CompositionRoot.explorer.explore(Catalogue.usecases[0]).scenarios.map(\.name)
        let coverage = ScenarioCoverage([
            .init(spec: "成功<1>", passed: true, usecase: "Boot", scenes: scenarios[0].scenes),
            .init(
                spec: "失敗する仕様", passed: false, usecase: "Boot", scenes: scenarios[2].scenes,
                failure: scenarios[2].failure),
            .init(spec: "中断", passed: true, usecase: "Boot", scenes: [scenarios[0].scenes[0]], failure: "中断"),
        ])

        let body = try Self.body(of: await Self.page(coverage: coverage))

        let items = body.text(of: "li")
        #expect(items.contains("\(scenarios[0]) 8 ways✓ passed in one spec✓ 成功<1>"))
        #expect(items.contains("\(scenarios[1]) 4 ways– not covered by any spec"))
        #expect(items.contains("\(scenarios[2]) 4 ways✗ failed in one spec✗ 失敗する仕様"))
        #expect(items.contains("\(scenarios[0].scenes[0]) → ✗ 中断✓ passed in one spec✓ 中断"))
        #expect(body.text(of: "ul").first == "✓ 1 covered, and passed✗ 1 failed– 68 not covered")
        #expect(body.text(of: "td").contains("✗ 1 of 19 (1 failed)"))
    }
}
