#if Server
import Hummingbird

/// Refuses clients that ask too often; those who watch over the service may ask for what they watch as often as they like.
struct RateLimit: RouterMiddleware {
    let limiter: RateLimiter
    /// The paths that those may ask for.
    let watched: [String]
    let trustedProxies: [AddressRange]
    let operators: [AddressRange]

    @concurrent func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let client = ClientAddress.client(
            behind: context.peer, forwarded: request.headers[values: .xForwardedFor], trusting: trustedProxies)
        if !isWatch(request, by: client), let wait = limiter.take(for: client) {
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
