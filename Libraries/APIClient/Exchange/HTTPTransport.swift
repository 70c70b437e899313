import Usecases
import UsecasesSystem

/// Exchanges a request for its response, without knowing what either means.
///
/// Adapters send requests over a network. Middleware is a transport that wraps another one: each does one thing, can be
/// used alone, and can be combined in any order.
public protocol HTTPTransport: Sendable {
    /// Ends at once, with ``TransportError/Kind/cancelled``, when the task is cancelled. An adapter follows no
    /// redirects, decompresses responses, and gives up on a response as soon as it is known to exceed the request's
    /// limit.
    func exchange(_ request: APIRequest) async throws(TransportError) -> APIResponse

    /// The same, but ends at the deadline, too. By default, it then cancels a task in which the exchange is performed;
    /// a transport that can do without a task is faster.
    func exchange(_ request: APIRequest, until deadline: Deadline?) async throws(TransportError) -> APIResponse
}

extension HTTPTransport {
    /// Performs the exchange in a task that is cancelled at the deadline; without a deadline it needs no task.
    public func exchange(
        _ request: APIRequest, until deadline: Deadline?
    ) async throws(TransportError) -> APIResponse {
        guard let deadline else { return try await exchange(request) }
        return try await withDeadline(deadline) { () async throws(TransportError) in try await exchange(request) }
    }

    /// The same with the earlier deadline of two, one of which is given by its distance on any clock.
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

/// A transport that ends at a deadline by itself, or passes it on to the one that it wraps.
package protocol TimedTransport: HTTPTransport {}

extension TimedTransport {
    /// Performs the exchange without a deadline.
    public func exchange(_ request: APIRequest) async throws(TransportError) -> APIResponse {
        try await exchange(request, until: nil)
    }
}

/// One attempt at sending a request.
public struct Attempt: Sendable, Hashable {
    /// The time since the first attempt began.
    package let start: Duration
    package let duration: Duration
    /// A description such as `status 503` or `connectionLost`.
    package let outcome: String
    /// The pause before the next attempt; `nil` after the last one.
    package var pause: Duration?
}

extension Attempt: Encodable, CustomStringConvertible {
    private enum CodingKeys: String, CodingKey {
        case start, duration, outcome, pause
    }

    /// Encodes durations in seconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(start.seconds, forKey: .start)
        try container.encode(duration.seconds, forKey: .duration)
        try container.encode(outcome, forKey: .outcome)
        try container.encodeIfPresent(pause?.seconds, forKey: .pause)
    }

    /// The start, the outcome, the duration and the pause in one line.
    public var description: String {
        "after \(start.text): \(outcome), in \(duration.text)" + (pause.map { ", then a pause of \($0.text)" } ?? "")
    }
}

extension Duration {
    /// The duration in seconds, with the precision of a `Double`.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
