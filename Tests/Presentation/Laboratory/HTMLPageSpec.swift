import CalearningDomain
import CalearningPresentation
import Foundation
import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesTerminal
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// The pages of all use cases, written and read once for all specs.
enum WrittenPages {
    private static let pages = Dictionary(
        uniqueKeysWithValues: Language.allCases.map { language in
            (language, Task { try await Page(anew(in: language)) })
        })

    struct Page: Sendable {
        let text: String
        let tree: HTMLTree

        init(_ text: String) throws {
            self.text = text
            tree = try HTMLTree(text)
        }
    }

    static func page(in language: Language = .en) async throws -> Page {
        try await #require(pages[language]).value
    }

    static func anew(in language: Language, coverage: ScenarioCoverage? = nil) async -> String {
        let explorations = await Explorations.all(in: compositionRoot)
        return HTMLPage(explorations, of: compositionRoot, coverage: coverage, in: language).markup.text
    }
}

@Suite struct HTMLのページ {
    private static func explorations() async -> [Exploration] { await Explorations.all(in: compositionRoot) }

    @Test func 外のものは何も使わず_ブラウザにも禁じる() async throws {
        let page = try await WrittenPages.page().text

        #expect(!page.contains(#/="https?:|src=|<script|<link|@import|url\(|javascript:|onload/#))
        #expect(
            page.contains(
                """
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
                """))
    }

    @Test func 二度書いても同じ() async throws {
        let first = try await WrittenPages.page().text

        let second = await WrittenPages.anew(in: .en)

        #expect(first == second)
    }

    @Test func 目次はすべてのユースケースに繋がる() async throws {
        let usecases = await Self.explorations().map(\.usecase)

        let page = try await WrittenPages.page().tree

        #expect(page.all("article").compactMap { $0["id"] } == usecases.map(\.name))
        #expect(page.all("a", in: "header").compactMap { $0["href"] } == (usecases + usecases).map { "#\($0.name)" })
    }

    @Test func シーンもシナリオもすべて書いてある() async throws {
        let explorations = await Self.explorations()

        let body = try await WrittenPages.page().tree

        let (headers, items) = (body.text(of: "th"), body.all("li", in: "ol").map(\.text))
        for exploration in explorations {
            let localized = exploration.localized(in: .en)
            for (scene, name) in zip(localized.usecase.scenes, exploration.usecase.scenes.map(\.name)) {
                #expect(headers.contains(scene.name + name))
            }
            for (scenario, ways) in localized.scenarios {
                let text = "\(scenario) \(ways == 1 ? "one way" : "\(ways) ways")"
                #expect(items.contains(text))
            }
        }
        #expect(items.count == explorations.reduce(0) { $0 + $1.scenarios.count })
        #expect(body.all("svg").count { $0["class"] == nil } == explorations.count)
    }

    @Test func 誰が何を実行できるかを表にする() async throws {
        let usecases = await Self.explorations().map { $0.localized(in: .en).usecase }

        let rows = try await WrittenPages.page().tree.text(of: "tr")

        for usecase in usecases {
            let cells = Actor.allCases.map { usecase.actors.contains($0) ? "yes" : "–" }.joined()
            #expect(rows.contains(usecase.title + cells))
        }
    }

    /// A reader of a single language sees complete sentences, with the names in the code below them.
    @Test func 日本語のページには日本語の文がある() async throws {
        let explorations = await Self.explorations()

        let body = try await WrittenPages.page(in: .ja).tree

        #expect(body.all("html").map { $0["lang"] } == ["ja"])
        for usecase in explorations.map(\.usecase) {
            for scene in usecase.scenes {
                #expect(body.text(of: "th").contains(scene.name + (usecase.english[scene.name] ?? "")))
            }
        }
        #expect(body.all("h1", in: "header").map(\.text) == ["ユースケース"])
    }

    @Test func カバレッジがなければ何も言わない() async throws {
        let page = try await WrittenPages.page().text

        for needle in ["covered by", "not covered", "<td><span class=\"covered", "class=\"coverage"] {
            #expect(!page.contains(needle))
        }
    }

    @Test func カバレッジはシナリオごとに書いてある() async throws {
        let explorations = await Self.explorations()
        let scenarios = explorations[0].scenarios.map(\.name)
        let coverage = ScenarioCoverage([
            .init(spec: "成功<1>", passed: true, usecase: "Boot", scenes: scenarios[0].scenes),
            .init(
                spec: "失敗する仕様", passed: false, usecase: "Boot", scenes: scenarios[2].scenes,
                failure: scenarios[2].failure),
            .init(spec: "中断", passed: true, usecase: "Boot", scenes: [scenarios[0].scenes[0]], failure: "中断"),
        ])

        let body = try HTMLTree(await WrittenPages.anew(in: .en, coverage: coverage))

        let items = body.text(of: "li")
        let localized = scenarios.map { $0.localized(in: .en, of: explorations[0].usecase) }
        let uncovered = explorations.reduce(0) { $0 + $1.scenarios.count } - 2
        #expect(items.contains("\(localized[0]) 8 ways✓ passed in one spec✓ 成功<1>"))
        #expect(items.contains("\(localized[1]) 4 ways– not covered by any spec"))
        #expect(items.contains("\(localized[2]) 4 ways✗ failed in one spec✗ 失敗する仕様"))
        #expect(items.contains("\(localized[0].scenes[0]) → ✗ interrupted✓ passed in one spec✓ 中断"))
        #expect(body.text(of: "ul").first == "✓ 1 covered, and passed✗ 1 failed– \(uncovered) not covered")
        #expect(body.text(of: "td").contains("✗ 1 of 19 (1 failed)"))
    }
}
