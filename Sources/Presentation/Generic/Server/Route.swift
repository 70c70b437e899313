#if Server
import Hummingbird

/// A line of the table of what the service answers.
struct Route: Sendable {
    typealias Handler = @Sendable (Request, ServerContext) async throws -> Response

    let method: HTTPRequest.Method
    let path: String
    /// Whether those who watch over the service may ask for it as often as they like.
    let isWatched: Bool
    let handler: Handler

    init(_ method: HTTPRequest.Method, _ path: String, isWatched: Bool = false, use handler: @escaping Handler) {
        self.method = method
        self.path = path
        self.isWatched = isWatched
        self.handler = handler
    }

    /// Whoever may get something may ask for its head, too.
    fileprivate var methods: [HTTPRequest.Method] { method == .get ? [.get, .head] : [method] }
}

/// The table: all that knows paths and methods knows them from here.
struct Routes: Sendable {
    let all: [Route]
    /// In the order of the table.
    let paths: [String]
    /// Of each path.
    let methods: [String: [HTTPRequest.Method]]
    let watched: [String]

    init(_ all: [Route]) {
        self.all = all
        paths = all.map(\.path).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        methods = Dictionary(grouping: all, by: \.path).mapValues { $0.flatMap(\.methods) }
        watched = all.filter(\.isWatched).map(\.path)
    }

    /// Behind the middleware that the router has by then. ``ErrorAnswers`` takes the body off what a HEAD is answered.
    func add(to router: Router<ServerContext>) {
        for route in all {
            for method in route.methods { router.on(RouterPath(route.path), method: method, use: route.handler) }
        }
    }
}
#endif
