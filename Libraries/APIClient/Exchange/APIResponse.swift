public import Foundation
public import HTTPTypes
package import Usecases

/// The response to a request.
public struct APIResponse: Sendable {
    /// A body in memory, or a body that is still arriving.
    public enum Body: Sendable {
        /// The whole body, after decompression.
        case complete(Data)
        /// A body that arrives piece by piece.
        case stream(HTTPBodyStream)
    }

    /// The status and the header fields.
    public var head: HTTPResponse
    /// The body.
    public var body: Body
    /// The request as it was sent.
    public var request: APIRequest
    /// All attempts, ending with this one. Empty if requests are not retried.
    public var attempts: [Attempt] = []
    /// The reason that a redirect was not followed. `nil` for other responses, or if redirects are never followed.
    package var redirectFlaw: ExchangeFault.RedirectFlaw?

    /// Creates a response to the request, as it was sent.
    public init(_ head: HTTPResponse, body: Body, to request: APIRequest) {
        self.head = head
        self.body = body
        self.request = request
    }

    /// The body if it is complete. Empty for a stream.
    public var data: Data {
        if case .complete(let data) = body { data } else { Data() }
    }

    /// Closes the connection of a streamed body that will not be read.
    func discard() {
        if case .stream(let stream) = body { stream.cancel() }
    }

    /// Reads the whole body. Throws if it is longer than the request's limit.
    func collected() async throws(TransportError) -> APIResponse {
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

extension HTTPResponse {
    /// Removes the header fields that no longer apply after the body has been decoded.
    mutating func forgetCoding(_ undone: [String]) {
        guard let coding = headerFields[.contentEncoding]?.lowercased(), undone.contains(coding) else { return }
        headerFields[.contentEncoding] = nil
        headerFields[.contentLength] = nil
    }

    /// Whether the body has a content coding that was not decoded.
    var isCoded: Bool {
        guard let coding = headerFields[.contentEncoding]?.lowercased() else { return false }
        return !coding.isEmpty && coding != "identity"
    }
}

extension HTTPField.Name {
    /// `Idempotency-Key`. The service repeats its earlier response for a key that it already knows.
    public static let idempotencyKey = HTTPField.Name(literal: "Idempotency-Key")
    /// `Link`. Relations to other resources, such as the next page (RFC 8288).
    public static let link = HTTPField.Name(literal: "Link")
    /// Identifies the trace of a request and the request's span (W3C Trace Context).
    static let traceparent = HTTPField.Name(literal: "traceparent")
    /// The number of requests that are still allowed before ``rateLimitReset``.
    public static let rateLimitRemaining = HTTPField.Name(literal: "X-RateLimit-Remaining")
    /// The time at which more requests are allowed, in seconds since 1970.
    public static let rateLimitReset = HTTPField.Name(literal: "X-RateLimit-Reset")
}

extension HTTPField.Name {
    /// Creates a name from a string literal. An invalid name is a programming error and ends the process.
    public init(literal name: StaticString) {
        guard let name = HTTPField.Name("\(name)") else { preconditionFailure("no header name: \(name)") }
        self = name
    }
}
