package import UsecasesEngine

/// Somebody who knows where the books are.
///
/// The operation throws `networkUnreachable` or the refusal of a server as a service error, and a system error of the
/// API for any other failure.
package protocol Librarian: Sendable {
    /// `nil` if there is no such book.
    func shelf(of title: String) async throws(ErrorWrapper) -> String?
}

extension Port: Librarian where Adapter == any Librarian {
    package func shelf(of title: String) async throws(ErrorWrapper) -> String? {
        try await call(
            "shelf(of:)", [title],
            outcomes: [PossibleOutcome("found", "A-1"), PossibleOutcome("absent", nil)] + PossibleOutcome.apiErrors
        ) { (librarian) async throws(ErrorWrapper) in try await librarian.shelf(of: title) }
    }
}

extension Dependencies {
    package var librarian: Port<any Librarian> {
        get { self[(any Librarian).self] }
        set { self[(any Librarian).self] = newValue }
    }
}
