public import Usecases
public import UsecasesStorage

extension Dependencies {
    /// The ports that any application has: a clock on which waits end immediately, the same random numbers in each run, a data
    /// store and a journal in memory. In a suite with the trait `behaviour`, its runs count for the coverage.
    ///
    /// `provide` adds the adapters of other ports, or replaces these.
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
