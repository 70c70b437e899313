import Usecases
import UsecasesSystem

/// A type that sends a request and returns its response.
///
/// Adapters send requests over a network. Middleware is a transport that wraps another transport. Each middleware does
/// one thing, and they can be combined in any order.
public protocol HTTPTransport: Sendable {
    /// Sends the request and returns its response. Throws ``TransportError/Kind/cancelled`` immediately when the task
    /// is cancelled. An adapter does not follow redirects, and it decompresses responses. It aborts a response as soon
    /// as it is known to exceed the request's limit.
    func exchange(_ request: APIRequest) async throws(TransportError) -> APIResponse

    /// Sends the request and returns its response before the deadline. By default, the exchange runs in a task that is
    /// cancelled at the deadline. A transport that needs no task is faster.
    func exchange(_ request: APIRequest, until deadline: Deadline?) async throws(TransportError) -> APIResponse
}

extension HTTPTransport {
    /// Performs the exchange in a task that is cancelled at the deadline. Without a deadline, no task is needed.
    public func exchange(
        _ request: APIRequest, until deadline: Deadline?
    ) async throws(TransportError) -> APIResponse {
        guard let deadline else { return try await exchange(request) }
        return try await withDeadline(deadline) { () async throws(TransportError) in try await exchange(request) }
    }

    /// Performs the exchange until the deadline or the timeout on the given clock, the earlier of the two.
    func exchange(
        _ request: APIRequest, within timeout: Duration, on clock: any Clock, until deadline: Deadline? = nil
    ) async throws(TransportError) -> APIResponse {
        if let clock = clock as? SystemClock {
            return try await exchange(request, until: Deadline(after: timeout, on: clock).orEarlier(deadline))
        }
        return try await withDeadline(timeout, on: clock) { () async throws(TransportError) in
            try await exchange(request, until: deadline)
        }
    }
}

/// A transport that ends at the deadline itself, or passes the deadline to the transport that it wraps.
package protocol TimedTransport: HTTPTransport {
    /// Performs the exchange, which ends at the deadline. It has no default implementation.
    func send(_ request: APIRequest, until deadline: Deadline?) async throws(TransportError) -> APIResponse
}

extension TimedTransport {
    /// Performs the exchange without a deadline.
    public func exchange(_ request: APIRequest) async throws(TransportError) -> APIResponse {
        try await send(request, until: nil)
    }

    /// Performs the exchange, which ends at the deadline.
    public func exchange(
        _ request: APIRequest, until deadline: Deadline?
    ) async throws(TransportError) -> APIResponse {
        try await send(request, until: deadline)
    }
}

/// One attempt at sending a request.
public struct Attempt: Sendable, Hashable {
    /// The time since the first attempt began.
    public let start: Duration
    /// The duration of the attempt.
    public let duration: Duration
    /// A description such as `status 503` or `connectionLost`.
    public let outcome: String
    /// The pause before the next attempt. `nil` after the last attempt.
    public var pause: Duration?
}

extension Attempt: CustomStringConvertible {
    /// The start, the outcome, the duration and the pause in one line.
    public var description: String {
        "after \(start.text): \(outcome), in \(duration.text)" + (pause.map { ", then a pause of \($0.text)" } ?? "")
    }
}
