import UsecasesEngine

/// A type that sends a request and returns its response.
///
/// Adapters send requests over a network. Middleware is a transport that wraps another transport. Each middleware does
/// one thing, and they can be combined in any order.
public protocol HTTPTransport: Sendable {
    /// Sends the request and returns its response. Throws ``TransportError/Kind/cancelled`` immediately when the task
    /// is cancelled. An adapter does not follow redirects, and it decompresses responses. It aborts a response as soon
    /// as it is known to exceed the request's limit.
    func exchange(_ request: APIRequest) async throws(TransportError) -> APIResponse
}

/// One attempt at sending a request.
public struct Attempt: Sendable, Hashable {
    /// The time since the first attempt began.
    public let start: Duration
    /// The duration of the attempt.
    public let duration: Duration
    /// A description such as `status 503` or `connectionLost`.
    public internal(set) var outcome: String
    /// The pause before the next attempt. `nil` after the last attempt.
    public var pause: Duration?
}

extension Attempt: CustomStringConvertible {
    /// The start, the outcome, the duration and the pause in one line.
    public var description: String {
        "after \(start.text): \(outcome), in \(duration.text)" + (pause.map { ", then a pause of \($0.text)" } ?? "")
    }
}
