package import Foundation
package import HTTPTypes

/// A complete response, as passed to an endpoint.
package struct ReceivedResponse: Sendable, Hashable {
    package let head: HTTPResponse
    package let payload: Data

    package init(head: HTTPResponse, payload: Data) {
        self.head = head
        self.payload = payload
    }

    package var status: Int { head.status.code }
    package var headers: HTTPFields { head.headerFields }
}

extension HttpResponse {
    /// The response as passed to an endpoint.
    var received: ReceivedResponse { ReceivedResponse(head: head, payload: data) }
}
