/// A journal that is discarded through a tap.
struct TappedJournal: Journal {
    let base: any Journal
    let tap: any RunTap

    var executor: (any TaskExecutor)? { base.executor }

    func begin(_ run: RunDescription, at scene: TappedScene) async throws(ErrorWrapper) -> any RunTap {
        try await base.begin(run, at: scene)
    }

    func discard() async throws(ErrorWrapper) {
        let operation = PortOperation<Done>(
            "Journal", "discard()", changes: true,
            outcomes: [PossibleOutcome("discarded", Done())] + PossibleOutcome.writeErrors)
        _ = try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.discard()
            return Done()
        }
    }
}
