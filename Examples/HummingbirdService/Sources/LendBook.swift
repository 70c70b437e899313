import UsecasesEngine

/// Use case: Lend a book
enum LendBook: Usecase {
    enum Basics: SceneName {
        case `The library looks for the book`(isbn: String, reader: String)
        case `The library lends the book`(isbn: String, reader: String)
    }

    enum Goals: SceneName {
        case `The reader has the book`(loan: Loan)
        case `If the library does not have the book, the reader leaves without it`
        case `If the book is lent already, the reader leaves without it`
    }

    static let title = "Lend a book"
    static let invocation = Invocation.request("POST /loans")
    static let actors: Set<Actor> = [.user]
    static let beginnings = [initial(isbn: "9780131103627", reader: "Ada")]

    static func initial(isbn: String, reader: String) -> Step<Self> {
        .basic(.`The library looks for the book`(isbn: isbn, reader: reader))
    }

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.`The library looks for the book`(let isbn, let reader)):
            return try await dependencies.shelf.has(isbn)
                ? .basic(.`The library lends the book`(isbn: isbn, reader: reader))
                : .last(.`If the library does not have the book, the reader leaves without it`)
        case .basic(.`The library lends the book`(let isbn, let reader)):
            guard let loan = try await dependencies.shelf.lend(isbn, to: reader) else {
                return .last(.`If the book is lent already, the reader leaves without it`)
            }
            return .last(.`The reader has the book`(loan: loan))
        }
    }
}
