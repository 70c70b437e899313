/// Exchanges a request for its response, and knows nothing of what they mean.
///
/// Adapters send it over a network. Middleware is a transport over another one: each does one thing, can be used alone,
/// and stands in any order.
package protocol HttpTransport: Sendable {
    /// Ends at once, with ``TransportError/Kind/cancelled``, when the task is cancelled. An adapter follows no redirect,
    /// decompresses what came, and gives up a response that is longer than the request's limit as soon as it knows.
    func exchange(_ request: HttpRequest) async throws(TransportError) -> HttpResponse
}
