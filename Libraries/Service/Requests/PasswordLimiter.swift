#if Server
import Logging
import UsecasesEngine
import UsecasesStorage

/// The limit on requests with passwords of a client, at this server and at all servers that share a database.
public struct PasswordLimiter: Sendable {
    private let own: RateLimiter
    private let shared: (any SharedRates)?
    private let text: ServiceText

    init(rate: Double?, shared: (any SharedRates)?, text: ServiceText, clock: any Clock) {
        own = RateLimiter(rate: rate, burst: .seconds(10), clock: clock)
        self.shared = shared
        self.text = text
    }

    /// Changes the rate of both limits. `nil` means no limit.
    func setRate(_ rate: Double?) {
        own.setRate(rate)
    }

    /// Counts a request with a password. Throws a ``Refusal`` if the client has sent too many, or if the database does not
    /// count it.
    public func admit(_ context: ServerContext) async throws(Refusal) {
        let site = context.client.site
        // Costs the database nothing.
        if let wait = own.take(for: site) { throw .tooManyRequests(wait: wait) }
        guard let shared, let interval = own.interval else { return }
        let wait: Duration?
        do throws(ErrorWrapper) {
            wait = try await shared.take(for: "\(site)", interval: interval, burst: own.burst)
        } catch {
            context.log(.warning, "a request with a password was not counted", .failure(error))
            throw .unavailable(because: error, text)
        }
        if let wait { throw .tooManyRequests(wait: wait) }
    }
}
#endif
