package import Foundation
package import HTTPTypes

/// A complete response, as an endpoint reads it.
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
    /// As an endpoint reads it.
    var received: ReceivedResponse { ReceivedResponse(head: head, payload: data) }
}
