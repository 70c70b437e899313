/// A librarian who is asked through a tap.
struct TappedLibrarian: Librarian {
    let base: any Librarian
    let tap: any RunTap

    func shelf(of title: String) async throws(ErrorWrapper) -> String? {
        try await base.shelf(of: title)
    }
}
