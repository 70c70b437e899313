public import Usecases

extension HttpTransport {
    public func retrying(
        _ policy: RetryPolicy = RetryPolicy(), budget: RetryBudget? = nil, clock: any Clock,
        randomSource: any RandomSource
    ) -> RetryingTransport {
        RetryingTransport(self, policy: policy, budget: budget, clock: clock, randomSource: randomSource)
    }

    package func authenticating(with tokens: BearerTokens, for service: BaseAddress) -> BearerTransport {
        BearerTransport(self, tokens: tokens, for: service)
    }

    package func caching(in cache: ResponseCache) -> CachingTransport { CachingTransport(self, cache: cache) }

    package func observed(
        clock: any Clock, by observer: @escaping @Sendable (ExchangeEvent) -> Void
    ) -> ObservedTransport {
        ObservedTransport(self, clock: clock, observer: observer)
    }

    public func tracing() -> TracingTransport { TracingTransport(self) }

    /// In bytes.
    package func limitingResponses(to limit: Int) -> LimitingTransport { LimitingTransport(self, limit: limit) }

    public func followingRedirects(
        _ reach: RedirectingTransport.Reach = .sameOrigin, limit: Int = 5
    ) -> RedirectingTransport {
        RedirectingTransport(self, reach: reach, limit: limit)
    }
}
