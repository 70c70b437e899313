/// Exchanges a request for its response, without knowing what either means.
///
/// Adapters send requests over a network. Middleware is a transport that wraps another one: each does one thing, can be
/// used alone, and can be combined in any order.
package protocol HttpTransport: Sendable {
    /// Ends at once, with ``TransportError/Kind/cancelled``, when the task is cancelled. An adapter follows no
    /// redirects, decompresses responses, and gives up on a response as soon as it is known to exceed the request's
    /// limit.
    func exchange(_ request: HttpRequest) async throws(TransportError) -> HttpResponse
}
