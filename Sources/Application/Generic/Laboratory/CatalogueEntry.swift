/// A use case in the ``Catalogue``.
package protocol Catalogued: Sendable {
    associatedtype U: Usecase
    /// How its actors run it.
    var invocation: Invocation { get }
    /// Where the exploration of its scenarios begins: its first scene, once for each kind of input from its actors.
    var beginnings: [Step<U>] { get }
}

/// How actors run a use case.
package enum Invocation: Sendable, Hashable {
    /// The text that is typed after `calearning`, such as `tutorial --complete`.
    case command(String)
    /// A request to the service, such as `POST /udids`.
    case request(String)

    /// The first word of the command; `nil` for a request.
    package var command: String? {
        guard case .command(let text) = self else { return nil }
        return text.split(separator: " ").first.map { String($0) }
    }
}

package struct CatalogueEntry<U: Usecase>: Catalogued {
    package let invocation: Invocation
    package let beginnings: [Step<U>]

    package init(_ usecase: U.Type, _ invocation: Invocation, from beginnings: Step<U>...) {
        self.invocation = invocation
        self.beginnings = beginnings
    }
}

extension Catalogued {
    /// The English name of the use case, such as `Greet`.
    package var name: String { U.name }
}
