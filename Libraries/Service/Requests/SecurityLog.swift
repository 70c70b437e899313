#if Server
public import Logging

/// The lines of the log about logins, passwords and sessions, at `notice`. They have a budget of their own, so no flood
/// of other lines displaces them.
public struct SecurityLog: Sendable {
    private let logger: Logger

    init(_ logger: Logger) {
        self.logger = logger
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
}
#endif
