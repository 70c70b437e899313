public import Foundation
public import HTTPTypes

/// A complete response, as passed to an endpoint.
public struct ReceivedResponse: Sendable, Hashable {
    public let head: HTTPResponse
    public let payload: Data

    public init(head: HTTPResponse, payload: Data) {
        self.head = head
        self.payload = payload
    }

    public var status: Int { head.status.code }
    public var headers: HTTPFields { head.headerFields }
}

extension HttpResponse {
    /// The response as passed to an endpoint.
    var received: ReceivedResponse { ReceivedResponse(head: head, payload: data) }
}
