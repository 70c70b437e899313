#if Server
import Hummingbird

/// Knows each path in one spelling, byte for byte: the router would take `/metrics/` and `//metrics` for `/metrics`, and
/// a proxy that keeps the one from the Internet would let the others pass.
struct ExactPaths: RouterMiddleware {
    private let paths: Set<[UInt8]>

    init(paths: Set<String>) {
        self.paths = Set(paths.map { Array($0.utf8) })
    }

    @concurrent func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard paths.contains(Array(request.uri.path.utf8)) else { throw Refusal.notFound }
        return try await next(request, context)
    }
}
#endif
