#if Server
import Hummingbird

/// Refuses clients that ask too often, except to those who watch over the service.
struct RateLimit: RouterMiddleware {
    private static let exempt: Set<String> = ["/health", "/ready", "/metrics"]

    let limiter: RateLimiter
    let trustedProxies: [AddressRange]

    @concurrent func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        if let peer = context.peer, !Self.exempt.contains(request.uri.path) {
            let client = ClientAddress.client(
                behind: peer, forwarded: request.headers[values: .xForwardedFor], trusting: trustedProxies)
            if let wait = limiter.take(for: client) { throw Refusal.tooManyRequests(wait: wait) }
        }
        return try await next(request, context)
    }
}
#endif
