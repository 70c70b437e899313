public import UsecasesEngine

/// The requests of each site, which all servers of a service count together.
///
/// Each site has a token bucket. A request takes a token, and the bucket gets one back in each interval. All operations
/// throw the errors of a ``/UsecasesEngine/DataStore``.
public protocol SharedRates: Sendable {
    /// Takes a token, or returns the time until one is available. A bucket holds the tokens of the time `burst`, and at
    /// least one. If the answer was lost, a repetition takes another token.
    func take(for site: String, interval: Duration, burst: Duration) async throws(ErrorWrapper) -> Duration?
    /// Removes full buckets, at most `limit`. Returns how many it removed.
    func sweep(limit: Int) async throws(ErrorWrapper) -> Int
}
