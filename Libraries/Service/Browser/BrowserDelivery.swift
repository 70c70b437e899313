#if Server
public import UsecasesEngine
public import UsecasesStorage
import UsecasesSystem
public import UsecasesTerminal

/// How a service shows its application in a browser.
public struct BrowserDelivery: Sendable {
    /// The run that the first page shows, or `nil` to show the menu.
    let start: Behaviour?
    /// The run that the first page shows to a logged-in user, or `nil` to show the same to all.
    let home: Behaviour?
    let menu: [KeyBinding]
    let places: [UsecasePlace]
    let table: any StoreTable
    /// The values of a browser that say who is logged in. A change replaces the cookie.
    let identity: [any DeclaredKey]
    /// The screen for a page that only a logged-in user can see.
    let stranger: Screen?
    /// Returns the name of the logged-in user, after asking whether the session still lives.
    let user: @Sendable (Dependencies) async throws(ErrorWrapper) -> String?
    let dependencies: @Sendable (Visitor) throws -> Dependencies

    /// Creates a delivery of the use cases `pages`. `start` is the run that the first page shows, and `home` the one that it
    /// shows to a logged-in user. `table` has the rows of the browsers. `identity` are the values that say who is logged in,
    /// and `user` returns the name of the logged-in user. A page for logged-in users shows `stranger` to anyone else.
    public init(
        pages: [any Usecase.Type], start: Behaviour?, home: Behaviour? = nil, menu: [KeyBinding], table: any StoreTable,
        identity: [any DeclaredKey] = [], stranger: Screen? = nil,
        user: @escaping @Sendable (Dependencies) async throws(ErrorWrapper) -> String? = { _ in nil },
        dependencies: @escaping @Sendable (Visitor) throws -> Dependencies
    ) {
        places = pages.compactMap { UsecasePlace($0) }
        self.start = start
        self.home = home
        self.menu = menu
        self.table = table
        self.identity = identity
        self.stranger = stranger
        self.user = user
        self.dependencies = dependencies
    }
}

/// A request of a browser.
public struct Visitor: Sendable {
    /// The store of the browser's values.
    public let dataStore: any DataStore
    /// The context of the request.
    public let context: ServerContext
    /// The header `User-Agent`, or `nil` without one. It can be anything.
    public let userAgent: String?
}

extension ServiceApplication {
    /// Pages for all use cases that a user can start, with the adapters of a command without options. The stores of
    /// browsers are files.
    public static func browserDelivery(of service: HTTPService) -> BrowserDelivery {
        let pages = usecases.filter { $0.actors.contains(.user) }
        let usual = Result { try usualDependencies() }
        return BrowserDelivery(
            pages: pages, start: nil, menu: pages.compactMap { $0.menuEntry },
            table: LocalStoreTable(
                in: Environment.process.stateDirectory(of: product) + "/browsers", clock: service.dependencies.clock)
        ) { visitor in
            var dependencies = try usual.get()
            dependencies.dataStore.adapter = visitor.dataStore
            dependencies.journal.adapter = InMemoryJournal()
            return dependencies
        }
    }
}

extension Usecase {
    /// The entry in a menu: a link to a form, a link or a button for a run, or `nil` without a page.
    fileprivate static var menuEntry: KeyBinding? {
        let place = UsecasePlace(self)
        let form = place?.form([:], nil).map { KeyBinding.Effect.show($0) }
        return (form ?? place?.behaviour([:]).map { .dispatch($0) }).map {
            KeyBinding(name: "", action: sentence(title), keys: [], effect: $0)
        }
    }
}
#endif
