package import Domain
package import Foundation
package import HTTPTypes

/// What came back for a request.
package struct HttpResponse: Sendable {
    package enum Body: Sendable {
        case complete(Data)
        case stream(HttpBodyStream)
    }

    package var head: HTTPResponse
    package var body: Body
    /// The request as it was sent.
    package var request: HttpRequest
    /// Those that were made, this one the last; empty where nothing repeats.
    package var attempts: [Attempt] = []
    /// Why a redirect was not followed; `nil` where none are followed at all, or it is none.
    package var redirectFlaw: ExchangeFault.RedirectFlaw?

    package init(_ head: HTTPResponse, body: Body, to request: HttpRequest) {
        self.head = head
        self.body = body
        self.request = request
    }

    /// The bytes that came, as far as they are here.
    package var data: Data {
        if case .complete(let data) = body { data } else { Data() }
    }

    /// Lets go of a body that nobody reads.
    func discard() {
        if case .stream(let stream) = body { stream.cancel() }
    }

    /// The same with its body complete; throws when it is longer than the request's limit.
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
