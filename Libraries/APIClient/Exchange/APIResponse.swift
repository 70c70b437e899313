public import Foundation
public import HTTPTypes
package import UsecasesEngine

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
    /// The reason that the body could not be read. It is then empty. `nil` for a response that was read in full.
    package private(set) var bodyError: TransportError?

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

    /// Whether the connection was lost within the body.
    var isCutOff: Bool { bodyError?.kind == .disconnected(.connectionLost) }

    /// Closes the connection of a streamed body that will not be read.
    func discard() {
        if case .stream(let stream) = body { stream.cancel() }
    }

    /// Reads the whole body. Throws if the response succeeded, and its body is longer than the request's limit or cannot
    /// be read.
    package func collected() async throws(TransportError) -> APIResponse {
        guard case .stream(let stream) = body else { return self }
        var complete = self
        do throws(TransportError) {
            complete.body = .complete(try await all(of: stream))
        } catch {
            return try withoutBody(because: error.about(request))
        }
        return complete
    }

    /// Returns the response with an empty body, because the status of a redirect or of a refusal is valid without a
    /// body. Throws the error for any other status, and if this side ended the exchange.
    func withoutBody(because error: TransportError) throws(TransportError) -> APIResponse {
        guard head.status.code >= 300 else { throw error }
        switch error.kind {
        case .malformed, .tooLarge, .disconnected(.connectionLost): break
        default: throw error
        }
        var response = self
        response.body = .complete(Data())
        response.bodyError = error
        return response
    }

    private func all(of stream: HTTPBodyStream) async throws(TransportError) -> Data {
        var data = Data()
        for try await piece in stream {
            data.append(piece)
            guard data.count <= request.responseLimit else {
                stream.cancel()
                throw TransportError(.tooLarge(limit: request.responseLimit, status: head.status.code))
            }
        }
        return data
    }
}

extension HTTPResponse {
    /// Removes the header fields that no longer apply after the body has been decoded.
    mutating func forgetCoding() {
        guard coding != nil else { return }
        headerFields[.contentEncoding] = nil
        headerFields[.contentLength] = nil
    }

    /// The content codings of the body in lower case, separated by commas. `nil` without any. A list can have empty
    /// elements (RFC 9110, 5.6.1).
    var coding: String? {
        let names = (headerFields[.contentEncoding] ?? "").lowercased().split { ", \t".contains($0) }
            .filter { $0 != "identity" }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}

extension HTTPField.Name {
    /// `Idempotency-Key`. The service repeats its earlier response for a key that it already knows.
    public static let idempotencyKey = HTTPField.Name(literal: "Idempotency-Key")
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
