#if Server
import Hummingbird

/// Accepts each path in one spelling only, byte for byte: the router would take `/metrics/` and `//metrics` for
/// `/metrics`, and a proxy that hides that path from the Internet would let the others pass.
struct ExactPaths: RouterMiddleware {
    let routes: Routes

    @concurrent func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard routes.methods(of: request.uri.path) != nil else { throw Refusal.notFound(paths: routes.paths) }
        return try await next(request, context)
    }
}
#endif
