import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesStorage
import UsecasesTesting

@Suite struct 値段表 {
    private static let get = "DataStore.get(_:)"
    private let explorer = Explorer { .laboratory }

    private func explored() async -> [Exploration] { [await explorer.explore(Lend.self)] }

    @Test func 高くなった値段も安くなった値段も文になる() async throws {
        let explorations = await explored()
        let former = PriceList(of: explorations, by: [Self.get: Price(statements: 2, flushes: 3)])
        let price = { (price: Price) in PriceList(of: explorations, by: [Self.get: price]) }

        for (now, sentences) in [
            (Price(statements: 2, flushes: 3), []),
            (Price(statements: 3, flushes: 3), ["本を借りる: one more statement in 4 scenarios"]),
            (Price(statements: 4, flushes: 3), ["本を借りる: 2 more statements in 4 scenarios"]),
            (Price(statements: 1, flushes: 3), ["本を借りる: one fewer statement in 4 scenarios"]),
            (Price(statements: 2, flushes: 5), ["本を借りる: 2 more flushes in 4 scenarios"]),
            (Price(statements: 2, commits: 1, flushes: 3), ["本を借りる: one more commit in 4 scenarios"]),
            (Price(statements: 2, flushes: 3, exchanges: 1), ["本を借りる: one more exchange in 4 scenarios"]),
            (
                Price(statements: 3, flushes: 2),
                ["本を借りる: one more statement in 4 scenarios", "本を借りる: one fewer flush in 4 scenarios"]
            ),
        ] as [(Price, [String])] {
            let changes = price(now).changes(since: former, in: explorations).map { $0.text(in: .en) }
            #expect(changes == sentences)
        }
    }

    /// The use case reads once more in one of its scenes.
    @Test func 呼び出しが一つ増えれば文になる() async {
        let former = PriceList(of: await explored(), by: [:])
        let explorations = await Lend.$readsTwice.withValue(true) { await explored() }

        let changes = PriceList(of: explorations, by: [:]).changes(since: former, in: explorations)

        #expect(changes.map { $0.text(in: .en) } == ["本を借りる: one more call in 4 scenarios"])
    }

    @Test func 書いた値段表は同じに読める() async throws {
        let explorations = await explored()

        await forAll(100) { choices in
            let counts = (0..<4).map { _ in choices.number(near: 0, 9, 99, .max / 1000, within: 2).magnitude }
            return Price(
                statements: Int(counts[0]), commits: Int(counts[1]), flushes: Int(counts[2]), exchanges: Int(counts[3]))
        } holds: { price in
            let list = PriceList(of: explorations, by: [Self.get: price])
            try promise(PriceList(list.text), is: list)
        }
        for broken in ["Lend x", "Lend a:1,2,3,4", "Lend a:1,2,3,4,x", "Lend a:1,2,3,4,5,6"] {
            #expect(PriceList(broken) == nil, "\(broken)")
        }
    }
}
