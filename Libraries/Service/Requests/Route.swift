#if Server
public import Hummingbird

/// An entry in the table of the service's requests.
public struct Route: Sendable {
    /// Answers a request. A thrown ``Refusal`` becomes the response.
    public typealias Handler = @Sendable (Request, ServerContext) async throws -> Response

    let method: HTTPRequest.Method
    let path: String
    /// Whether operators may request the route without a limit.
    let isWatched: Bool
    /// Whether the route is for browsers only. Responses for unknown paths do not name it.
    private(set) var isPage = false
    let handler: Handler

    /// Creates a route for one method and one path. `isWatched` allows operators to request it without a limit.
    public init(
        _ method: HTTPRequest.Method, _ path: String, isWatched: Bool = false, use handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.isWatched = isWatched
        self.handler = handler
    }

    /// The route, for browsers only.
    var asPage: Route {
        var route = self
        route.isPage = true
        return route
    }

    /// The accepted methods. A path that accepts GET also accepts HEAD.
    fileprivate var methods: [HTTPRequest.Method] { method == .get ? [.get, .head] : [method] }
}

/// The table of routes, the single source of paths and methods.
package struct Routes: Sendable {
    package let all: [Route]
    /// The paths in the order of the table.
    package let paths: [String]
    private let methods: [(path: PathTemplate, methods: [HTTPRequest.Method])]
    let watched: [String]
    let notFound: Refusal

    init(_ all: [Route]) {
        self.all = all
        let paths: [String] = all.map(\.path).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        methods = paths.map { path in (PathTemplate(path), all.filter { $0.path == path }.flatMap(\.methods)) }
        watched = all.filter(\.isWatched).map(\.path)
        self.paths = paths
        let pages = Set(all.filter(\.isPage).map(\.path))
        notFound = .notFound(paths: paths.filter { !pages.contains($0) })
    }

    /// Returns the methods of a path from a client, or `nil` if the service has no such path.
    func methods(of path: String) -> [HTTPRequest.Method]? { methods.first { $0.path.matches(path) }?.methods }

    /// Adds the routes behind the router's existing middleware. ``ErrorAnswers`` removes the body from responses to
    /// HEAD.
    ///
    /// Each path is accepted in one spelling only, byte for byte. The router would treat `/metrics/` and `//metrics` as
    /// `/metrics`. A proxy that hides that path from the Internet would not block the other spellings.
    func add(to router: Router<ServerContext>) {
        for route in all {
            let template = PathTemplate(route.path)
            for method in route.methods {
                router.on(RouterPath(route.path), method: method) { [notFound] request, context in
                    guard template.matches(request.uri.path) else { throw notFound }
                    return try await route.handler(request, context)
                }
            }
        }
    }
}

extension Request {
    /// Whether the path of the request is one of the paths, byte for byte.
    func isOf(_ paths: [String]) -> Bool { paths.contains { $0.utf8.elementsEqual(uri.path.utf8) } }
}

/// A path of the service. A segment in braces matches any single segment of visible characters, up to a bound.
struct PathTemplate: Sendable {
    /// The maximum length of a segment that matches braces, in bytes.
    private static let segmentLimit = 64

    let text: String
    /// The segments, or `nil` if the path contains no braces.
    private let segments: [Substring]?

    init(_ text: String) {
        self.text = text
        segments = text.contains("{") ? text.split(separator: "/", omittingEmptySubsequences: false) : nil
    }

    /// Returns whether the path matches in its only spelling, byte for byte.
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
