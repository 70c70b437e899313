package import Foundation
package import HTTPTypes

/// Exchanges one request for its response, and knows nothing of what they mean.
package protocol HttpTransport: Sendable {
    /// Follows no redirect. Ends at once, with ``TransportError/cancelled``, when the task is cancelled.
    func exchange(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data)
}
