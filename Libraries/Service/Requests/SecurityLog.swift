#if Server
public import Logging
package import UsecasesEngine

/// The lines of the log about logins, passwords, sessions and refusals, at `notice`. Events of accounts and refusals
/// have a budget each, so neither a flood of other lines nor one of refusals displaces an event of an account.
public struct SecurityLog: Sendable {
    private let logger: Logger
    private let refusalLogger: Logger
    /// The limit on lines about refusals of a site: ten, and one more each minute.
    private let refusals: RateLimiter

    package init(_ logger: Logger, refusals refusalLogger: Logger? = nil, clock: any Clock) {
        self.logger = logger
        self.refusalLogger = refusalLogger ?? logger
        refusals = RateLimiter(rate: 1 / 60, burst: .seconds(600), clock: clock)
    }

    /// Writes a line with the event, such as `login-failed`, the network of the client and the ID of the request. The
    /// metadata must not contain a secret, or text that a stranger has typed.
    /// Without a context, the service itself does the work.
    public func record(_ event: String, _ metadata: Logger.Metadata = [:], _ context: ServerContext?) {
        write(event, metadata, context, to: logger)
    }

    private func write(_ event: String, _ metadata: Logger.Metadata, _ context: ServerContext?, to logger: Logger) {
        logger.notice(
            "security",
            metadata: metadata.merging([
                "event": "\(event)", "network": "\(context.map { "\($0.client.site)" } ?? "none")",
                "hb.request.id": "\(context.map { "\($0.requestID)" } ?? "none")",
            ]) { _, own in own })
    }

    /// Writes a line about a refusal with an event, such as `access-refused`. The number of lines for each site is
    /// limited.
    func record(_ refusal: Refusal, _ context: ServerContext) {
        guard let event = refusal.event, refusals.take(for: context.client.site) == nil else { return }
        write(event, [:], context, to: refusalLogger)
    }
}
#endif
