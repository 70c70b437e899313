package import Testing
public import UsecasesEngine
public import UsecasesStorage

/// Expects equal values, and shows both if they differ. `#expect` shows neither for an expression with `await` or
/// `try`.
package func expect<Value: Equatable>(
    _ actual: Value, equals expected: Value, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(actual == expected, comment, sourceLocation: sourceLocation)
}

extension Scenario {
    /// The names of the scenes, in order.
    public var sentences: [String] { scenes.map(\.name) }
}

extension Dependencies {
    /// Returns the ports that every application has. The clock ends waits immediately, and the random numbers are the
    /// same in each run. The data store and the journal are in memory. In a suite with the trait `behaviour`, the runs
    /// count for the coverage.
    ///
    /// `provide` adds the adapters of other ports, taps, or replaces these adapters.
    public static func testing(
        clock: any Clock = ImmediateClock(), randomSource: any RandomSource = SeededRandomSource(),
        dataStore: any DataStore = InMemoryDataStore(), journal: any Journal = InMemoryJournal(),
        provide: (inout Dependencies) -> Void = { _ in }
    ) -> Dependencies {
        var dependencies = Dependencies(clock: clock, randomSource: randomSource) {
            $0.dataStore.adapter = dataStore
            $0.journal.adapter = journal
            provide(&$0)
        }
        if let coverage = Coverage.current { dependencies.taps.insert(CoverageTap(coverage: coverage), at: 0) }
        return dependencies
    }
}

/// A secret that the contracts store.
struct Token: SecretText, Storable {
    static let noun = "token"

    let secret: Secret

    init(_ text: String) {
        secret = Secret(text)
    }

    init(from decoder: any Decoder) throws { secret = try Secret(from: decoder) }
}
