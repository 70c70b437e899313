public import Usecases

extension HTTPTransport {
    /// Retries failed requests according to the policy, as long as the budget allows it. `nil` is an unlimited budget.
    public func retrying(
        _ policy: RetryPolicy = RetryPolicy(), budget: RetryBudget? = nil, clock: any Clock,
        randomSource: any RandomSource
    ) -> RetryingTransport {
        RetryingTransport(self, policy: policy, budget: budget, clock: clock, randomSource: randomSource)
    }

    /// Sends the token with each request to the origin of `service`, and renews it if it is refused.
    public func authenticating(with tokens: BearerTokens, for service: BaseAddress) -> BearerTransport {
        BearerTransport(self, tokens: tokens, for: service)
    }

    /// Caches responses, and asks the server each time whether they are still valid.
    public func caching(in cache: ResponseCache) -> CachingTransport { CachingTransport(self, cache: cache) }

    /// Reports each request and its response to `observer`, synchronously and without secrets.
    public func observed(
        clock: any Clock, by observer: @escaping @Sendable (ExchangeEvent) -> Void
    ) -> ObservedTransport {
        ObservedTransport(self, clock: clock, observer: observer)
    }

    /// Adds the header `traceparent` to requests in a trace.
    public func tracing() -> TracingTransport { TracingTransport(self) }

    /// Rejects responses longer than `limit` bytes.
    public func limitingResponses(to limit: Int) -> LimitingTransport { LimitingTransport(self, limit: limit) }

    /// Follows at most `limit` redirects for each request, within `reach`.
    public func followingRedirects(
        _ reach: RedirectingTransport.Reach = .sameOrigin, limit: Int = 5
    ) -> RedirectingTransport {
        RedirectingTransport(self, reach: reach, limit: limit)
    }
}
