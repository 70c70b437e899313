import UsecasesEngine

/// The port: what the use cases need of the shelf.
protocol Shelf: Sendable {
    /// Returns whether the library has the book.
    func has(_ isbn: String) async throws(ErrorWrapper) -> Bool
    /// Lends the book, or returns `nil` if it is lent already.
    func lend(_ isbn: String, to reader: String) async throws(ErrorWrapper) -> Loan?
    /// Ends the loan of the book, and returns whether it was lent.
    func takeBack(_ isbn: String) async throws(ErrorWrapper) -> Bool
}

/// The adapter: the actor as it is.
extension BookShelf: Shelf {}

extension Port: Shelf where Adapter == any Shelf {
    func has(_ isbn: String) async throws(ErrorWrapper) -> Bool {
        try await call(
            "has(_:)", [isbn], outcomes: [PossibleOutcome("found", true), PossibleOutcome("absent", false)]
        ) { (shelf) async throws(ErrorWrapper) in try await shelf.has(isbn) }
    }

    func lend(_ isbn: String, to reader: String) async throws(ErrorWrapper) -> Loan? {
        let loan: Loan? = Loan(isbn: isbn, reader: reader)
        return try await call(
            "lend(_:to:)", [isbn, reader], changes: true,
            outcomes: [PossibleOutcome("lent", loan), PossibleOutcome("taken", nil)]
        ) { (shelf) async throws(ErrorWrapper) in try await shelf.lend(isbn, to: reader) }
    }

    func takeBack(_ isbn: String) async throws(ErrorWrapper) -> Bool {
        try await call(
            "takeBack(_:)", [isbn], changes: true,
            outcomes: [PossibleOutcome("returned", true), PossibleOutcome("notLent", false)]
        ) { (shelf) async throws(ErrorWrapper) in try await shelf.takeBack(isbn) }
    }
}

extension Dependencies {
    var shelf: Port<any Shelf> {
        get { self[(any Shelf).self] }
        set { self[(any Shelf).self] = newValue }
    }
}
