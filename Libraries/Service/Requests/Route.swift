#if Server
public import Hummingbird

/// An entry in the table of what the service answers.
public struct Route: Sendable {
    /// Answers a request; a ``Refusal`` that it throws becomes the answer.
    public typealias Handler = @Sendable (Request, ServerContext) async throws -> Response

    let method: HTTPRequest.Method
    let path: String
    /// Whether operators may request it without limit.
    let isWatched: Bool
    let handler: Handler

    /// Creates a route for one method and one path; `isWatched` lets operators request it without limit.
    public init(_ method: HTTPRequest.Method, _ path: String, isWatched: Bool = false, use handler: @escaping Handler) {
        self.method = method
        self.path = path
        self.isWatched = isWatched
        self.handler = handler
    }

    /// A path that accepts GET accepts HEAD as well.
    fileprivate var methods: [HTTPRequest.Method] { method == .get ? [.get, .head] : [method] }
}

/// The table of routes: the one source of paths and methods.
package struct Routes: Sendable {
    package let all: [Route]
    /// In the order of the table.
    package let paths: [String]
    /// The methods of each path.
    private let methods: [(path: PathTemplate, methods: [HTTPRequest.Method])]
    let watched: [String]

    init(_ all: [Route]) {
        self.all = all
        paths = all.map(\.path).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        methods = paths.map { path in (PathTemplate(path), all.filter { $0.path == path }.flatMap(\.methods)) }
        watched = all.filter(\.isWatched).map(\.path)
    }

    /// The methods of a path as a client sends it; `nil` if the service has no such path.
    func methods(of path: String) -> [HTTPRequest.Method]? { methods.first { $0.path.matches(path) }?.methods }

    /// Adds the routes behind the router's existing middleware. ``ErrorAnswers`` removes the body from answers to HEAD.
    ///
    /// Each path is accepted in one spelling only, byte for byte: the router would take `/metrics/` and `//metrics` for
    /// `/metrics`, and a proxy that hides that path from the Internet would let the others pass.
    func add(to router: Router<ServerContext>) {
        for route in all {
            let template = PathTemplate(route.path)
            for method in route.methods {
                router.on(RouterPath(route.path), method: method) { [paths] request, context in
                    guard template.matches(request.uri.path) else { throw Refusal.notFound(paths: paths) }
                    return try await route.handler(request, context)
                }
            }
        }
    }
}

/// A path of the service. A segment in braces stands for any one segment, of visible characters, up to a bound.
struct PathTemplate: Sendable {
    /// The longest segment that braces stand for, in bytes.
    private static let segmentLimit = 64

    let text: String
    /// `nil` if it stands for itself alone.
    private let segments: [Substring]?

    init(_ text: String) {
        self.text = text
        segments = text.contains("{") ? text.split(separator: "/", omittingEmptySubsequences: false) : nil
    }

    /// In one spelling only, byte for byte.
    func matches(_ path: String) -> Bool {
        guard let segments else { return text.utf8.elementsEqual(path.utf8) }
        guard path.utf8.count <= text.utf8.count + Self.segmentLimit * segments.count else { return false }
        let given = path.split(separator: "/", omittingEmptySubsequences: false)
        return given.count == segments.count
            && zip(given, segments).allSatisfy { given, segment in
                guard segment.hasPrefix("{") else { return segment.utf8.elementsEqual(given.utf8) }
                return (1...Self.segmentLimit).contains(given.utf8.count)
                    && given.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            }
    }
}
#endif
