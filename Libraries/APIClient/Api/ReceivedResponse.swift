public import Foundation
public import HTTPTypes

/// A complete response, as passed to an endpoint.
public struct ReceivedResponse: Sendable, Hashable {
    /// The status and the headers.
    public let head: HTTPResponse
    /// The whole body, decompressed; empty if there is none.
    public let payload: Data

    /// Creates a response from its two parts.
    public init(head: HTTPResponse, payload: Data) {
        self.head = head
        self.payload = payload
    }

    /// The status code, such as 200.
    public var status: Int { head.status.code }
    /// The headers of ``head``.
    public var headers: HTTPFields { head.headerFields }
}

extension HttpResponse {
    /// The response as passed to an endpoint.
    var received: ReceivedResponse { ReceivedResponse(head: head, payload: data) }
}
