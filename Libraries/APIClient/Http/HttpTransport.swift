import Usecases
import UsecasesSystem

/// Exchanges a request for its response, without knowing what either means.
///
/// Adapters send requests over a network. Middleware is a transport that wraps another one: each does one thing, can be
/// used alone, and can be combined in any order.
public protocol HttpTransport: Sendable {
    /// Ends at once, with ``TransportError/Kind/cancelled``, when the task is cancelled. An adapter follows no
    /// redirects, decompresses responses, and gives up on a response as soon as it is known to exceed the request's
    /// limit.
    func exchange(_ request: HttpRequest) async throws(TransportError) -> HttpResponse

    /// The same, but ends at the deadline, too. By default, it then cancels a task in which the exchange is performed;
    /// a transport that can do without a task is faster.
    func exchange(_ request: HttpRequest, until deadline: Deadline?) async throws(TransportError) -> HttpResponse
}

extension HttpTransport {
    /// Performs the exchange in a task that is cancelled at the deadline; without a deadline it needs no task.
    public func exchange(
        _ request: HttpRequest, until deadline: Deadline?
    ) async throws(TransportError) -> HttpResponse {
        guard let deadline else { return try await exchange(request) }
        return try await withDeadline(deadline) { () async throws(TransportError) in try await exchange(request) }
    }

    /// The same with the earlier deadline of two, one of which is given by its distance on any clock.
    func exchange(
        _ request: HttpRequest, within timeout: Duration, on clock: any Clock, until deadline: Deadline? = nil
    ) async throws(TransportError) -> HttpResponse {
        if let clock = clock as? SystemClock {
            return try await exchange(request, until: Deadline(after: timeout, on: clock).orEarlier(deadline))
        }
        return try await withDeadline(timeout, on: clock) { () async throws(TransportError) in
            try await exchange(request, until: deadline)
        }
    }
}

/// A transport that ends at a deadline by itself, or passes it on to the one that it wraps.
package protocol TimedTransport: HttpTransport {}

extension TimedTransport {
    /// Performs the exchange without a deadline.
    public func exchange(_ request: HttpRequest) async throws(TransportError) -> HttpResponse {
        try await exchange(request, until: nil)
    }
}
