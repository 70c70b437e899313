import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesStorage
import UsecasesTestSupport
import UsecasesTesting

@Suite struct 引いた値の探索 {
    private let explorer = Explorer { .laboratory }

    private func explored(_ planted: BoundaryMistake? = nil, seed: UInt64 = 1) async -> Exploration {
        await BoundaryMistake.$planted.withValue(planted) {
            await explorer.explore(Lend.self, drawing: Explorer.Draws(seed: seed))
        }
    }

    @Test func 値の境界と例のないシナリオを最小の値で見つける() async throws {
        let exploration = await explored()

        let parts = exploration.boundaries.map { boundary in
            "\(boundary.place) \(boundary.label) "
                + boundary.parts.map { "\($0.first)-\($0.last)" }.joined(separator: " ")
        }
        let read = "DataStore.get(_:): known"
        for expected in [
            "input title 0-0 1-200 201-500", "input days 0-0 1-28 29-60", "input copies 0-0 1-5 6-10",
            "\(read) loans 0-9 10-20", "\(read) cents 0-1000 1001-100000", "\(read) member for days 0-365 366-1000",
            "\(read) age 0-17 18-120", "\(read) reservations 0-0 1-3",
        ] {
            #expect(parts.contains(expected), "\(parts)")
        }
        let drawn = exploration.findings.compactMap { finding -> String? in
            guard case .drawn(let scenario, let place, let values) = finding else { return nil }
            return "\(scenario.scenes.last ?? "") \(place) \(values)"
        }
        #expect(
            drawn.contains(
                #"借りすぎた場合_図書館は断る \#(read) ["age: 0", "loans: 10", "cents: 0", "member for days: 0", "reservations: 0"]"#
            ))
        #expect(!exploration.findings.contains { if case .unreached = $0 { true } else { false } })
    }

    @Test func 同じシードなら同じものを見つける() async {
        let random = SeededRandomSource.unpredictable()
        let seed = random.next()
        let (once, again) = (await explored(seed: seed), await explored(seed: seed))

        #expect(once.boundaries == again.boundaries, random.comment)
        #expect(once.findings == again.findings, random.comment)
    }

    @Test func 境界の間違いは引いた値ですべて見つかり多くは例では見つからない() async {
        let (right, rightWays) = (await explored(), await explorer.explore(Lend.self).ways.map(\.scenario))
        var byExamples = 0
        for mistake in BoundaryMistake.allCases {
            let wrong = await explored(mistake)
            let differing = wrong.boundaries.filter { !right.boundaries.contains($0) }
            let choices = differing.map { 1 + $0.others.count }.min()
            #expect(choices.map { $0 <= 3 } ?? false, "\(mistake): \(differing)")
            let ways = await BoundaryMistake.$planted.withValue(mistake) { await explorer.explore(Lend.self) }.ways
            if ways.map(\.scenario) != rightWays { byExamples += 1 }
        }
        #expect(byExamples <= 3)
    }

    /// The statement of a boundary is independent of the search: each number is tried.
    @Test func 見つけた境界はすべての値を試したものと同じである() async {
        await forAll(20) { choices -> Set<Int> in
            Set((0..<choices.number(in: 1...4)).map { _ in choices.number(in: 0...400) })
        } holds: { changes in
            let exploration = await Flip.$changes.withValue(changes) {
                await explorer.explore(Flip.self, drawing: Explorer.Draws(seed: 3, count: 400))
            }
            let courses = (0...400).map { number in changes.count { $0 <= number } % 2 == 0 }
            let firsts = (0...400).filter { $0 == 0 || courses[$0] != courses[$0 - 1] }
            let found = exploration.boundaries.first?.parts.map(\.first) ?? ["0"]
            // Numbers close together between two samples can hide, but what is found is right.
            try promise(Set(found).isSubset(of: firsts.map { "\($0)" }), "\(found) of \(firsts)")
            if firsts.count <= 2 { try promise(found, is: firsts.map { "\($0)" }) }
        }
    }
}

/// Changes its course at each of these numbers.
private enum Flip: Usecase {
    enum Basics: SceneName { case 数を見る(number: Int) }
    enum Goals: SceneName { case 偶数回変わった, 奇数回変わった }

    @TaskLocal static var changes: Set<Int> = []

    static let title = "数で道筋を変える"
    static let actors: Set<Actor> = [.user]
    static let beginnings: [Step<Self>] = [.basic(.数を見る(number: 0))]
    static let drawnBeginning: (@Sendable (inout RandomChoices) -> Step<Self>)? = {
        .basic(.数を見る(number: $0.number("number", in: 0...400)))
    }

    static func next(after scene: Step<Self>, with dependencies: Dependencies) -> Scene<Self> {
        guard case .basic(.数を見る(let number)) = scene else { return .last(.偶数回変わった) }
        return .last(changes.count { $0 <= number } % 2 == 0 ? .偶数回変わった : .奇数回変わった)
    }
}
