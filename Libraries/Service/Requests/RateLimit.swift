#if Server
import Hummingbird

/// Refuses clients that ask too often; operators may request the watched paths without limit.
struct RateLimit: RouterMiddleware {
    let limiter: RateLimiter
    /// The paths that operators may request without limit.
    let watched: [String]
    let operators: [AddressRange]

    @concurrent func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        if !isWatch(request, by: context.client), let wait = limiter.take(for: context.client) {
            throw Refusal.tooManyRequests(wait: wait)
        }
        return try await next(request, context)
    }

    private func isWatch(_ request: Request, by client: ClientAddress) -> Bool {
        watched.contains { $0.utf8.elementsEqual(request.uri.path.utf8) }
            && operators.contains { $0.contains(client) }
    }
}
#endif
