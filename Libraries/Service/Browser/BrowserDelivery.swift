#if Server
import Foundation
import Synchronization
public import Usecases
import UsecasesStorage
import UsecasesSystem
public import UsecasesTerminal

/// How a service shows its application in a browser.
public struct BrowserDelivery: Sendable {
    /// The behaviour that begins a visit, or `nil` to show the menu.
    let start: Behaviour?
    /// The entries of the menu on every page.
    let menu: [KeyBinding]
    /// The path of the directory with the stores of the browsers.
    let directory: String
    /// Returns the adapters for the use cases of a visitor.
    let dependencies: @Sendable (Visitor) throws -> Dependencies
    /// Returns the identity of the user in the store, or `nil` if no user is logged in. A change replaces the cookie.
    let identity: @Sendable (any DataStore) async -> Secret?

    /// Creates a delivery. `directory` contains the stores of the browsers.
    public init(
        start: Behaviour?, menu: [KeyBinding], directory: String,
        identity: @escaping @Sendable (any DataStore) async -> Secret? = { _ in nil },
        dependencies: @escaping @Sendable (Visitor) throws -> Dependencies
    ) {
        self.start = start
        self.menu = menu
        self.directory = directory
        self.dependencies = dependencies
        self.identity = identity
    }
}

/// A browser that visits the service.
public final class Visitor: Sendable {
    /// The store of the browser's values.
    public let dataStore: any DataStore
    private let latest: Mutex<ServerContext>

    init(dataStore: any DataStore, context: ServerContext) {
        self.dataStore = dataStore
        latest = Mutex(context)
    }

    /// The context of the visitor's latest request.
    public var context: ServerContext { latest.withLock { $0 } }

    func comes(_ context: ServerContext) { latest.withLock { $0 = context } }
}

extension ServiceApplication {
    /// A menu of all use cases that a user can start without an argument, with the adapters of a command without options.
    public static func browserDelivery(of service: HTTPService) -> BrowserDelivery {
        let menu = usecases.filter { $0.actors.contains(.user) }.compactMap { $0.menuEntry }
        return BrowserDelivery(
            start: nil, menu: menu, directory: Environment.process.stateDirectory(of: product) + "/browsers"
        ) { visitor in
            var dependencies = try usualDependencies()
            dependencies.dataStore.adapter = visitor.dataStore
            dependencies.journal.adapter = InMemoryJournal()
            return dependencies
        }
    }
}

extension Usecase {
    /// The entry in a menu, or `nil` if the first scene has values.
    fileprivate static var menuEntry: KeyBinding? {
        guard invocation.command != nil, let scene = beginnings.first, scene.scene.declared.values.isEmpty else {
            return nil
        }
        return KeyBinding(name: "", action: sentence(title), keys: [], effect: .dispatch(Behaviour(scene)))
    }
}
#endif
