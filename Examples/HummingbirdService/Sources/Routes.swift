import Hummingbird
import UsecasesEngine
import UsecasesSystem

/// Builds the routes. `taps` follow the returns.
func router(to shelf: BookShelf, taps: [any Tap] = []) -> Router<BasicRequestContext> {
    let dependencies = Dependencies(clock: SystemClock(), randomSource: SystemRandomSource()) {
        $0.shelf.adapter = shelf
    }
    var followed = dependencies
    followed.taps = taps
    let router = Router()
    // This route stays without a use case.
    router.get("books") { _, _ in shelf.books }
    router.post("loans") { request, context in
        let wish = try await request.decode(as: Loan.self, context: context)
        let first = LendBook.initial(isbn: wish.isbn, reader: wish.reader)
        return try await LendBook.interact(from: first, with: dependencies).goal.response
    }
    router.delete("loans/:isbn") { [followed] _, context in
        let first = ReturnBook.initial(isbn: try context.parameters.require("isbn"))
        return try await ReturnBook.interact(from: first, with: followed).goal.status
    }
    return router
}

extension Loan: ResponseEncodable {}

extension LendBook.Goals {
    var response: EditedResponse<Loan> {
        get throws {
            switch self {
            case .`The reader has the book`(let loan): EditedResponse(status: .created, response: loan)
            case .`If the library does not have the book, the reader leaves without it`: throw HTTPError(.notFound)
            case .`If the book is lent already, the reader leaves without it`: throw HTTPError(.conflict)
            }
        }
    }
}

extension ReturnBook.Goals {
    var status: HTTPResponse.Status {
        switch self {
        case .`The book is on the shelf again`: .noContent
        case .`If the book was not lent, nothing changes`: .notFound
        }
    }
}
