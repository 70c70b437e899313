#if Server
import Hummingbird
import Synchronization
public import UsecasesEngine

/// A token bucket for each client address. Each request takes a token. The capacity is the number of tokens that are
/// returned in a certain time, and at least one.
///
/// A bucket is stored as the time when it is full again. The limiter remembers the most recent addresses, at least
/// `capacity` and at most twice as many. A forgotten address starts with a full bucket.
public final class RateLimiter: Sendable {
    private struct Buckets {
        /// The time until a token is returned, or `nil` without a limit.
        var interval: Duration?
        var recent: [ClientAddress: Duration] = [:]
        var older: [ClientAddress: Duration] = [:]
    }

    let burst: Duration
    /// The number of remembered addresses.
    private let addresses: Int
    private let clock: any Clock
    private let buckets: Mutex<Buckets>

    /// Creates a limiter. `rate` is in requests per second, more than 0, or `nil` without a limit. A bucket holds the
    /// tokens of the time `burst`.
    public init(rate: Double?, burst: Duration = .seconds(1), capacity: Int = 65_536, clock: any Clock) {
        buckets = Mutex(Buckets(interval: rate.map { .seconds(1) / $0 }))
        self.burst = burst
        addresses = capacity
        self.clock = clock
    }

    /// The time until a token is returned, or `nil` without a limit.
    var interval: Duration? { buckets.withLock(\.interval) }

    /// Changes the rate. A bucket that is emptier than the new rate allows counts as empty.
    package func setRate(_ rate: Double?) {
        let now = clock.uptime
        buckets.withLock { buckets in
            buckets.interval = rate.map { .seconds(1) / $0 }
            let latest = now + max(buckets.interval ?? .zero, burst)
            buckets.recent = buckets.recent.mapValues { min($0, latest) }
            buckets.older = buckets.older.mapValues { min($0, latest) }
        }
    }

    /// Takes a token, or returns the time until one is available.
    public func take(for client: ClientAddress) -> Duration? {
        let address = client.network
        let now = clock.uptime
        return buckets.withLock { buckets in
            guard let interval = buckets.interval else { return nil }
            let fullAt = max(buckets.recent[address] ?? buckets.older[address] ?? now, now) + interval
            let wait = fullAt - now - max(interval, burst)
            guard wait <= .zero else { return wait }
            buckets.recent[address] = fullAt
            if buckets.recent.count >= addresses {
                buckets.older = buckets.recent
                buckets.recent = [:]
            }
            return nil
        }
    }

    /// The number of remembered addresses.
    public var count: Int {
        buckets.withLock { $0.recent.count + $0.older.count }
    }
}

/// Refuses clients that send too many requests. Operators may request the watched paths without a limit. It creates the
/// responses itself, because it runs before ``ErrorAnswers``.
struct RateLimit: RouterMiddleware {
    let limiter: RateLimiter
    /// The paths that operators may request without a limit.
    let watched: [String]
    let operators: [AddressRange]
    /// The trusted proxies. A proxy that does not name its client is not an operator.
    let proxies: [AddressRange]
    let log: SecurityLog

    @concurrent func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        if !isWatch(request, by: context.client), let wait = limiter.take(for: context.client) {
            let refusal = Refusal.tooManyRequests(wait: wait)
            log.record(refusal, context)
            return refusal.response(from: request, context: context)
        }
        return try await next(request, context)
    }

    private func isWatch(_ request: Request, by client: ClientAddress) -> Bool {
        request.isOf(watched) && operators.contains(client, except: proxies)
    }
}
#endif
