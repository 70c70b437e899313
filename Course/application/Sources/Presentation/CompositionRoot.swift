import CourseApplication
import CourseDomain
import CourseInfrastructure
import UsecasesEngine
import UsecasesTerminal

/// The application of a library, and the one place that knows the adapters.
@main
enum CompositionRoot: TerminalApplication {
    static let product = Product(name: "course", version: "0.1.0")
    static let abstract = Sentence(en: "A library, in exercises.", ja: "図書館。練習問題でできている。")
    static let usecases: [any Usecase.Type] = [
        OpenLibrary.self,
        BorrowBook.self,
        ReturnBook.self,
        JoinLibrary.self,
        FindBook.self,
        ReserveRoom.self,
        SweepReservations.self,
        AskLibrarian.self,
        CountVisit.self,
        BuyTicket.self,
    ]

    static func dependencies(for settings: Settings, _ options: NoOptions) throws -> Dependencies {
        var dependencies = settings.dependencies(remembering: keys)
        dependencies.librarian.adapter = ShelfListLibrarian()
        dependencies.visitCounter.adapter = visitCounter(over: dependencies.dataStore)
        dependencies.ticketOffice.adapter = ticketOffice(timeout: settings.timeout, clock: dependencies.clock)
        return dependencies
    }
}
