import ArgumentParser
import Foundation
import Testing
import UsecasesStorage
import UsecasesTestSupport

@testable import CalearningApplication
@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesEngine
@testable import UsecasesLaboratory
@testable import UsecasesTerminal

/// An invariant that every world with a completed tutorial violates.
private enum TutorialStaysOpen: Invariant {
    static let sentence = Sentence(en: "The tutorial stays open", ja: "チュートリアルは終わらない")

    static func occasions(in history: History) -> [TypedRun<CompleteTutorial>] {
        history.runs(of: CompleteTutorial.self).filter { $0.goal != nil }
    }

    static func breach(on completions: [TypedRun<CompleteTutorial>], in history: History) -> Sentence? {
        Sentence(en: "It was completed.", ja: "完了しました。")
    }
}

private func brokenWorld() throws -> FoundWorld {
    let search = WorldSearch(invariants: [TutorialStaysOpen.self]) { CompositionRoot.surroundings(devices: $0) }
    let result = search.search(try plan((0, ["CompleteTutorial"]), crashes: 1))
    return FoundWorld(search: search, broken: try #require(result.broken.first))
}

private struct FoundWorld {
    let search: WorldSearch
    let broken: BrokenWorld
}

@Suite struct 破れた約束の語り {
    @Test func 文で順に語られる() throws {
        let story = WorldStory(try brokenWorld().broken, of: Catalogue.usecases)

        #expect(
            story.lines(in: .en) == [
                "✗ The tutorial stays open",
                "  but: It was completed.",
                "  A is on device 1.",
                "   1 A “Complete the tutorial”",
                "   2 A   The application records that the tutorial was completed",
                "   3 A     DataStore.save(hasCompletedTutorial: true) → ✓",
                "   4 A ● The application shows the login screen",
            ])
        #expect(story.lines(in: .ja)[3] == "   1 A 【チュートリアルを完了する】")
    }

    @Test func 頁には人ごとのレーンがある() throws {
        var report = WorldSurvey.Report()
        report.broken = [try brokenWorld().broken]

        let page = WorldsReport(report, bounds: .init(), of: CompositionRoot.self).page(in: .ja).text

        #expect(page.contains("<th scope=\"col\">A・デバイス1</th>"))
        #expect(page.contains("<td class=\"goal device\">アプリはログイン画面を表示</td>"))
        #expect(page.contains("<script") == false)
    }

    @Test func 試された約束だけが守られたことになる() throws {
        let tried = CompositionRoot.invariants[0]
        let others = CompositionRoot.invariants.dropFirst().map { $0.sentence }
        var report = WorldSurvey.Report()
        report.exercised = [tried.name: 3]
        let shown = WorldsReport(report, bounds: .init(), of: CompositionRoot.self)

        for (language, word) in [(Language.en, "– not exercised: "), (.ja, "– 検証できていない: ")] {
            let lines = shown.lines(in: language)
            let page = shown.page(in: language).text
            #expect(lines.filter { $0.hasPrefix("✓ ") } == ["✓ " + tried.sentence.text(in: language)])
            #expect(lines.filter { $0.hasPrefix(word) } == others.map { word + $0.text(in: language) })
            #expect(lines.last?.contains("\(others.count)") == true)
            #expect(page.components(separatedBy: "✓").count == 2)
            #expect(page.components(separatedBy: word).count == others.count + 1)
        }
        let json = try JSONValue(Data(shown.json(in: .en).jsonLine.utf8))["promises"]?.array ?? []
        let (kept, worlds): ([Double?], [Double?]) = ([1] + others.map { _ in 0 }, [3] + others.map { _ in 0 })
        #expect(json.map { $0["isKept"]?.number } == kept)
        #expect(json.map { $0["worlds"]?.number } == worlds)
        #expect(json.allSatisfy { $0["breach"] == nil })
    }

    @Test func ファイルに書いた世界をもう一度たどれる() throws {
        let world = try brokenWorld()
        let data = try JSONEncoder().encode(WorldFile(world.broken))

        let (plan, moves) = try JSONDecoder().decode(WorldFile.self, from: data).played(
            by: Catalogue.usecases.flatMap { $0.plannedRuns })

        #expect(moves == world.broken.moves)
        #expect(world.search.broken(in: plan, by: moves)?.map(\.name) == ["TutorialStaysOpen"])
    }

    @Test(arguments: [
        #"{"actors":[],"before":[],"crashes":0,"faults":0,"promise":"P","steps":[],"world":1}"#,
        #"{"actors":[{"device":0,"runs":["Boot"]}],"before":[],"crashes":0,"faults":0,"promise":"P","steps":[],"world":1}"#,
        #"{"actors":[{"device":9999,"runs":["Boot"]}],"before":[],"crashes":0,"faults":0,"promise":"P","steps":[],"world":1}"#,
        #"{"actors":[{"device":1,"runs":[]}],"before":[],"crashes":0,"faults":0,"promise":"P","steps":[],"world":1}"#,
        #"{"actors":[{"device":1,"runs":["Nothing"]}],"before":[],"crashes":0,"faults":0,"promise":"P","steps":[],"world":1}"#,
        #"{"actors":[{"device":1,"runs":["Boot"]}],"before":[],"crashes":-1,"faults":0,"promise":"P","steps":[],"world":1}"#,
        #"{"actors":[{"device":1,"runs":["Boot"]}],"before":[],"crashes":0,"faults":0,"promise":"P","steps":[{"process":0}],"world":1}"#,
        #"{"actors":[{"device":1,"runs":["Boot"]}],"before":[],"crashes":0,"faults":0,"promise":"P","steps":[{"process":1,"fate":"x"}],"world":1}"#,
        #"{"actors":[{"device":1,"runs":["Boot"]}],"before":[],"crashes":0,"faults":0,"promise":"P","steps":[],"world":2}"#,
    ])
    func 世界ではないファイルは断る(text: String) throws {
        let file = try JSONDecoder().decode(WorldFile.self, from: Data(text.utf8))

        #expect(throws: NotAWorld.self) { try file.played(by: Catalogue.usecases.flatMap { $0.plannedRuns }) }
    }

    @Test func 多すぎる手は断る() throws {
        let steps = String(repeating: #"{"process":1},"#, count: 10_000) + #"{"process":1}"#
        let text =
            #"{"actors":[{"device":1,"runs":["Boot"]}],"before":[],"crashes":0,"faults":0,"promise":"P","steps":["#
            + steps + #"],"world":1}"#
        let file = try JSONDecoder().decode(WorldFile.self, from: Data(text.utf8))

        #expect(throws: NotAWorld.self) { try file.played(by: Catalogue.usecases.flatMap { $0.plannedRuns }) }
    }
}

/// An application whose tutorial does not stay open.
private enum OpenTutorial: TerminalApplication {
    static let product = Product(name: "open", version: "1")
    static let abstract = Sentence("")
    static let usecases: [any Usecase.Type] = [CompleteTutorial.self]
    static let invariants: [any Invariant.Type] = [TutorialStaysOpen.self]

    static func dependencies(for settings: Settings, _ options: NoOptions) -> Dependencies { Dependencies.laboratory }

    static func surroundings(devices: Int) -> Surroundings { CompositionRoot.surroundings(devices: devices) }
}

@Suite struct 見つかった世界を残すフォルダ {
    private let directory = TemporaryDirectory()

    /// Searches, as one night does. Returns the new files.
    private func search<App: TerminalApplication>(_ application: App.Type, seed: UInt64) async throws -> (
        [String], String
    ) {
        let corpus = try WorldCorpus(in: directory.path + "/worlds", of: App.self)
        let search = TimedSearch<App>(
            bounds: .init(), time: nil, seed: seed, worlds: 8, usecases: [], isReduced: true, elapsed: { .zero })
        let report = await search.run(after: corpus.broken, ProgressNote(in: .en))
        let shown = WorldsReport(report, bounds: .init(), corpus: corpus, of: App.self)
        return (try corpus.add(shown, after: .seconds(1), of: App.self), shown.lines(in: .en).first ?? "")
    }

    @Test func 見つかった世界を保存し_次の探索は先にそれをたどる() async throws {
        let (first, none) = try await search(OpenTutorial.self, seed: 1)
        let (second, broken) = try await search(OpenTutorial.self, seed: 2)
        let (third, kept) = try await search(CompositionRoot.self, seed: 3)
        let list = try directory.text(of: "worlds/searches.jsonl").split(separator: "\n")
        let lines = try list.map { try JSONValue(Data($0.utf8)) }

        #expect(first.count == 1 && second.isEmpty && third.isEmpty)
        #expect(none.hasPrefix("0 saved worlds: "))
        #expect(broken.hasPrefix("1 saved worlds: 1 still break an invariant ("))
        #expect(kept.hasPrefix("1 saved worlds: 0 still break an invariant, 1 keep all, "))
        #expect(lines.map { $0["seed"]?.number } == [1, 2, 3])
        #expect(lines.map { $0["findings"]?.array?.count } == [1, 0, 0])
        #expect(lines.map { $0["corpus"]?.array?.first?["outcome"]?.string } == [nil, "broken", "kept"])
        #expect(lines.allSatisfy { $0["worlds"]?.number == 8 && $0["version"] != nil })
    }

    @Test func 壊れたファイルがあれば探さずに断る() async throws {
        try FileManager.default.createDirectory(atPath: directory.path + "/worlds", withIntermediateDirectories: true)
        try directory.write(#"{"actors":[]}"#, to: "worlds/a.json")

        #expect(throws: ErrorWrapper.self) { try WorldCorpus(in: directory.path + "/worlds", of: OpenTutorial.self) }
    }
}

@Suite struct 探す世界の既定の範囲 {
    @Test func 文書の挙げるとおり() throws {
        let command = try WorldsCommand<CompositionRoot>.parse([])
        let rows = try Repository.text(of: "docs/how-to/find-a-race.md").split(separator: "\n")
        let defaults = [
            ("--actors", command.actors), ("--runs", command.runs), ("--faults", command.faults),
            ("--crashes", command.crashes), ("--passings", command.passings), ("--depth", command.depth),
        ]

        for (option, value) in defaults {
            let row = try #require(rows.first { $0.hasPrefix("| ") && $0.contains("`\(option) N`") })
            #expect(row.contains("(default \(value)"), "\(option): \(row)")
        }
        let row = try #require(rows.first { $0.hasPrefix("| ") && $0.contains("`--worlds N`") })
        #expect(row.replacing(",", with: "").contains(" \(command.worlds) of them"))
    }

    @Test func 実験室の既定と同じ() throws {
        let command = try WorldsCommand<CompositionRoot>.parse([])
        let bounds = WorldSurvey.Bounds()

        let given: [Int] = [
            command.actors, command.runs, command.faults, command.crashes, command.passings, command.depth,
        ]
        let usual: [Int] = [bounds.actors, bounds.runs, bounds.faults, bounds.crashes, bounds.passings, bounds.depth]
        #expect(given == usual)
        #expect(command.switches == bounds.switches)
    }
}
