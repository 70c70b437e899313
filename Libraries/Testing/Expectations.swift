public import Testing
public import Usecases
public import UsecasesStorage
public import UsecasesTerminal

extension Scenario {
    /// The names of the scenes, in order.
    public var sentences: [String] { scenes.map(\.name) }
}

extension Usecase {
    /// Runs the use case, and expects this failure after the given scenes.
    public static func expectFailure(
        _ failure: PortFailure, after sentences: [String], from scene: Step<Self>, as actor: Actor,
        with dependencies: Dependencies, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let unfinished = await #expect(throws: UnfinishedScenario<Self>.self, sourceLocation: sourceLocation) {
            try await interact(from: scene, as: actor, with: dependencies)
        }
        let report = Report(try #require(unfinished, sourceLocation: sourceLocation))
        #expect(report.sentences == sentences, sourceLocation: sourceLocation)
        #expect(report.failure?.name == failure.name, sourceLocation: sourceLocation)
        #expect(report.failure?.args == failure.error.args, sourceLocation: sourceLocation)
        #expect(report.exitStatus == failure.exitStatus, sourceLocation: sourceLocation)
    }
}

extension Report {
    /// The names of the scenes, in order.
    public var sentences: [String] { scenes.map(\.declared.name) }

    /// The error that ended the run, or `nil` if the run reached a goal.
    public var failure: ErrorReport? {
        if case .failure(let error) = ending { error } else { nil }
    }
}

extension Dependencies {
    /// Returns the ports that every application has. The clock ends waits immediately, and the random numbers are the
    /// same in each run. The data store and the journal are in memory. In a suite with the trait `behaviour`, the runs
    /// count for the coverage.
    ///
    /// `provide` adds the adapters of other ports, or replaces these adapters.
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
        dependencies.taps = Coverage.current.map { [CoverageTap(coverage: $0)] } ?? []
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
