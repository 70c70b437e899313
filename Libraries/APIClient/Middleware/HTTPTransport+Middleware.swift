public import UsecasesEngine

extension HTTPTransport {
    /// Retries failed requests according to the policy.
    public func retrying(
        _ policy: RetryPolicy = RetryPolicy(), clock: any Clock, randomSource: any RandomSource
    ) -> RetryingTransport {
        RetryingTransport(self, policy: policy, clock: clock, randomSource: randomSource)
    }

    /// Sends the token with each request to the origin of `service`, and renews it if it is refused.
    public func authenticating(with tokens: BearerTokens, for service: BaseAddress) -> BearerTransport {
        BearerTransport(self, tokens: tokens, for: service)
    }

    /// Adds the header `traceparent` to requests in a trace.
    public func tracing() -> TracingTransport { TracingTransport(self) }

    /// Follows at most `limit` redirects for each request, within its origin.
    public func followingRedirects(limit: Int = 5) -> RedirectingTransport { RedirectingTransport(self, limit: limit) }
}
