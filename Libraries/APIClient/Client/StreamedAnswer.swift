public import Foundation
public import HTTPTypes
public import UsecasesEngine
import UsecasesSystem

/// A successful response whose body arrives piece by piece. It can be read once.
public struct StreamedAnswer: AsyncSequence, Sendable {
    /// A piece of the body, with the number of bytes received so far.
    public struct Piece: Sendable, Hashable {
        /// The bytes of this piece.
        public let data: Data
        /// The number of bytes received so far, including this piece.
        public let received: Int
        /// The total number of bytes. `nil` if the server did not announce it.
        public let expected: Int?

        /// The received fraction of the body, from 0 to 1. `nil` if the total is unknown.
        public var progress: Double? {
            expected.map { $0 == 0 ? 1 : Swift.min(1, Double(received) / Double($0)) }
        }
    }

    /// A piece of the body.
    public typealias Element = Piece
    /// The error that ends the body early.
    public typealias Failure = ErrorWrapper

    /// The status and the headers.
    public let head: HTTPResponse
    private let request: APIRequest
    private let stream: HTTPBodyStream

    init(_ response: APIResponse, _ stream: HTTPBodyStream) {
        head = response.head
        request = response.request
        self.stream = stream
    }

    /// Closes the connection before the end of the body.
    public func cancel() { stream.cancel() }

    /// Returns the iterator over the pieces. A second iterator returns no pieces.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            base: stream.makeAsyncIterator(), request: request,
            expected: head.headerFields[.contentLength].flatMap { Int($0) })
    }

    /// An iterator over the pieces of the body.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let base: HTTPBodyStream.Iterator
        fileprivate let request: APIRequest
        fileprivate let expected: Int?
        private var received = 0

        fileprivate init(base: HTTPBodyStream.Iterator, request: APIRequest, expected: Int?) {
            self.base = base
            self.request = request
            self.expected = expected
        }

        /// Returns the next piece, or `nil` at the end of the body.
        public mutating func next(isolation actor: isolated (any Swift.Actor)?) async throws(ErrorWrapper) -> Piece? {
            do {
                guard let data = try await base.next(isolation: actor) else { return nil }
                received += data.count
                return Piece(data: data, received: received, expected: expected)
            } catch {
                throw ErrorWrapper(error, request)
            }
        }
    }
}

/// A complete response, as passed to an endpoint.
public struct ReceivedResponse: Sendable, Hashable {
    /// The status and the headers.
    public let head: HTTPResponse
    /// The whole decompressed body. Empty if the response has no body.
    public let payload: Data

    /// Creates a response from its two parts.
    public init(head: HTTPResponse, payload: Data) {
        self.head = head
        self.payload = payload
    }

    /// The status code, such as 200.
    public var status: Int { head.status.code }
    /// The header fields of ``head``.
    public var headers: HTTPFields { head.headerFields }
    /// The body as text, without a byte order mark at its beginning. `nil` if it is not UTF-8.
    public var text: String? { String(validating: payload.withoutByteOrderMark, as: UTF8.self) }
}

extension APIResponse {
    /// The response as passed to an endpoint.
    var received: ReceivedResponse { ReceivedResponse(head: head, payload: data) }
}
