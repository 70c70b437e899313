package import Foundation
package import HTTPTypes
package import Usecases

/// The response to a request.
public struct HttpResponse: Sendable {
    package enum Body: Sendable {
        case complete(Data)
        case stream(HttpBodyStream)
    }

    package var head: HTTPResponse
    package var body: Body
    /// The request as it was sent.
    package var request: HttpRequest
    /// The attempts that were made, this one last; empty if requests are not retried.
    package var attempts: [Attempt] = []
    /// Why a redirect was not followed; `nil` if the response is not a redirect, or no redirects are followed at all.
    package var redirectFlaw: ExchangeFault.RedirectFlaw?

    package init(_ head: HTTPResponse, body: Body, to request: HttpRequest) {
        self.head = head
        self.body = body
        self.request = request
    }

    /// The body if it is complete; empty for a stream.
    package var data: Data {
        if case .complete(let data) = body { data } else { Data() }
    }

    /// Closes the connection of a body that will not be read.
    func discard() {
        if case .stream(let stream) = body { stream.cancel() }
    }

    /// The response with its complete body; throws if it is longer than the request's limit.
    func collected() async throws(TransportError) -> HttpResponse {
        guard case .stream(let stream) = body else { return self }
        var data = Data()
        for try await piece in stream {
            data.append(piece)
            guard data.count <= request.responseLimit else {
                stream.cancel()
                throw TransportError(
                    .tooLarge(limit: request.responseLimit, status: head.status.code), request: request)
            }
        }
        var complete = self
        complete.body = .complete(data)
        return complete
    }
}
