#if Server
import Hummingbird
import Synchronization
public import Usecases

/// A token bucket for each client address: it holds the tokens that are returned in a certain time, at least one, and
/// each request takes one.
///
/// A bucket is kept as the time at which it will be full again. Those of the addresses seen last are remembered, at
/// least `capacity` and at most twice as many; an address that was forgotten begins with a full bucket.
public final class RateLimiter: Sendable {
    private struct Buckets {
        var recent: [ClientAddress: Duration] = [:]
        var older: [ClientAddress: Duration] = [:]
    }

    /// How long it takes until a token is given back.
    private let interval: Duration
    /// How long it takes to fill an empty bucket.
    private let fill: Duration
    private let capacity: Int
    private let clock: any Clock
    private let buckets = Mutex(Buckets())

    /// `rate` is in requests per second, more than 0; a bucket holds those of the time `burst`.
    public init(rate: Double, burst: Duration = .seconds(1), capacity: Int = 65_536, clock: any Clock) {
        interval = .seconds(1) / rate
        fill = max(interval, burst)
        self.capacity = capacity
        self.clock = clock
    }

    /// Takes a token, or returns how long it takes until there is one.
    public func take(for client: ClientAddress) -> Duration? {
        let address = client.network
        let now = clock.uptime
        return buckets.withLock { buckets in
            let fullAt = max(buckets.recent[address] ?? buckets.older[address] ?? now, now) + interval
            let wait = fullAt - now - fill
            guard wait <= .zero else { return wait }
            buckets.recent[address] = fullAt
            if buckets.recent.count >= capacity {
                buckets.older = buckets.recent
                buckets.recent = [:]
            }
            return nil
        }
    }

    /// How many addresses are remembered.
    public var count: Int {
        buckets.withLock { $0.recent.count + $0.older.count }
    }
}

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
