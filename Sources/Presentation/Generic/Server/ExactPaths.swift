#if Server
import Hummingbird

/// Accepts each path in one spelling only, byte for byte: the router would take `/metrics/` and `//metrics` for
/// `/metrics`, and a proxy that hides that path from the Internet would let the others pass.
struct ExactPaths: RouterMiddleware {
    let paths: [String]

    @concurrent func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        guard paths.contains(where: { $0.utf8.elementsEqual(path.utf8) }) else {
            throw Refusal.notFound(paths: paths)
        }
        return try await next(request, context)
    }
}
#endif
