#if Server
public import Logging
import Usecases

/// The lines of the log about logins, passwords, sessions and refusals, at `notice`. They have their own budget, so a
/// flood of other lines does not displace them.
public struct SecurityLog: Sendable {
    private let logger: Logger
    /// The limit on lines about refusals of a client: ten, and one more each minute.
    private let refusals: RateLimiter

    init(_ logger: Logger, clock: any Clock) {
        self.logger = logger
        refusals = RateLimiter(rate: 1 / 60, burst: .seconds(600), clock: clock)
    }

    /// Writes a line with the event, such as `login-failed`, the network of the client and the ID of the request. The
    /// metadata must not contain a secret, or text that a stranger has typed.
    public func record(_ event: String, _ metadata: Logger.Metadata = [:], _ context: ServerContext) {
        logger.notice(
            "security",
            metadata: metadata.merging([
                "event": "\(event)", "network": "\(context.client.site)", "hb.request.id": "\(context.requestID)",
            ]) { _, own in own })
    }

    /// Writes a line about the refusal if it has an event.
    func record(_ refusal: Refusal, _ context: ServerContext) {
        if let event = refusal.event { recordRefusal(event, context) }
    }

    /// Writes a line about a refused request, with an event such as `access-refused`. The number of lines for each
    /// client is limited.
    func recordRefusal(_ event: String, _ context: ServerContext) {
        if refusals.take(for: context.client) == nil { record(event, [:], context) }
    }
}
#endif
