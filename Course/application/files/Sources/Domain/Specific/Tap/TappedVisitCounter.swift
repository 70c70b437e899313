/// A counter that is used through a tap.
struct TappedVisitCounter: VisitCounter {
    let base: any VisitCounter
    let tap: any RunTap

    func count() async throws(ErrorWrapper) -> Int {
        let operation = PortOperation<Int>(
            "VisitCounter", "count()", changes: true,
            outcomes: [PossibleOutcome("counted", 1)] + PossibleOutcome.writeErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.count() }
    }
}
