import UsecasesEngine

/// Use case: Return a book
enum ReturnBook: Usecase {
    enum Basics: SceneName {
        case `The library takes the book back`(isbn: String)
    }

    enum Goals: SceneName {
        case `The book is on the shelf again`
        case `If the book was not lent, nothing changes`
    }

    static let title = "Return a book"
    static let invocation = Invocation.request("DELETE /loans/:isbn")
    static let actors: Set<Actor> = [.user]
    static let beginnings = [initial(isbn: "9780131103627")]

    static func initial(isbn: String) -> Step<Self> { .basic(.`The library takes the book back`(isbn: isbn)) }

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.`The library takes the book back`(let isbn)):
            try await dependencies.shelf.takeBack(isbn)
                ? .last(.`The book is on the shelf again`) : .last(.`If the book was not lent, nothing changes`)
        }
    }
}
