import Domain

/// Why a request got no complete response.
package struct TransportError: CausedError {
    package enum Reason: String, Sendable, Hashable {
        case cannotConnect
        case hostNotFound
        case notConnected
        case timedOut
        case connectionLost
    }

    package enum Kind: Sendable, Hashable {
        /// It cannot be sent as it is; nothing was sent.
        case unsendable(String)
        /// There was no connection, or it was lost before the response was complete.
        case disconnected(Reason)
        /// The response is larger than anybody reads, in bytes.
        case tooLarge(limit: Int, status: Int)
        /// No token could be had to send it with.
        case unauthenticated
        /// A stub expected another request, or none.
        case unexpected(String)
        /// The task was cancelled.
        case cancelled
        /// TLS failed, the response is no HTTP, and the like.
        case other
    }

    package var kind: Kind
    package var causedBy: (any Error)?
    /// The request as it was, or would have been, sent.
    package var request: HttpRequest?
    /// Those that were made, the one that failed the last; empty where nothing repeats.
    package var attempts: [Attempt] = []

    package init(_ kind: Kind, causedBy: (any Error)? = nil, request: HttpRequest? = nil) {
        self.kind = kind
        self.causedBy = causedBy
        self.request = request
    }
}

extension TransportError: CustomStringConvertible {
    package var description: String {
        switch kind {
        case .unsendable(let reason): "the request cannot be sent: \(reason)"
        case .disconnected(let reason): reason.rawValue
        case .tooLarge(let limit, _): "the response is larger than \(limit) bytes"
        case .unauthenticated: "no token"
        case .unexpected(let message): message
        case .cancelled: "cancelled"
        case .other: "the exchange failed"
        }
    }
}
