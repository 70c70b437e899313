/// A librarian who is asked through a tap.
struct TappedLibrarian: Librarian {
    let base: any Librarian
    let tap: any RunTap

    func shelf(of title: String) async throws(ErrorWrapper) -> String? {
        let operation = PortOperation<String?>(
            "Librarian", "shelf(of:)", [title],
            outcomes: [PossibleOutcome("found", "A-1")] + PossibleOutcome.apiErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.shelf(of: title) }
    }
}
