package import UsecasesEngine

/// Counts the visitors of the library.
///
/// The operation throws `unreadable`, `unwritable` or `damaged`.
package protocol VisitCounter: Sendable {
    /// Counts one more, and returns how many there are then: 1 for the first.
    func count() async throws(ErrorWrapper) -> Int
}

extension Port: VisitCounter where Adapter == any VisitCounter {
    package func count() async throws(ErrorWrapper) -> Int {
        try await call(
            "count()", changes: true, outcomes: [PossibleOutcome("counted", 1)] + PossibleOutcome.writeErrors
        ) { (counter) async throws(ErrorWrapper) in try await counter.count() }
    }
}

extension Dependencies {
    package var visitCounter: Port<any VisitCounter> {
        get { self[(any VisitCounter).self] }
        set { self[(any VisitCounter).self] = newValue }
    }
}
