import Domain

/// Why a request got no complete response.
package enum TransportError: CausedError {
    package enum Reason: String, Sendable, Hashable {
        case cannotConnect
        case hostNotFound
        case notConnected
        case timedOut
        case connectionLost
    }

    /// There was no connection, or it was lost before the response was complete.
    case disconnected(Reason, causedBy: (any Error)?)
    /// The response is larger than anybody reads, in bytes.
    case tooLarge(limit: Int, status: Int)
    /// The task was cancelled.
    case cancelled
    /// The request has no valid URL, TLS failed, the response is no HTTP, and the like.
    case other(causedBy: (any Error)?)
}

extension TransportError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .disconnected(let reason, _): reason.rawValue
        case .tooLarge(let limit, _): "the response is larger than \(limit) bytes"
        case .cancelled: "cancelled"
        case .other: "the exchange failed"
        }
    }

    package var causedBy: (any Error)? {
        switch self {
        case .disconnected(_, let cause), .other(let cause): cause
        case .tooLarge, .cancelled: nil
        }
    }
}
