package import Foundation
package import HTTPTypes
package import Usecases

/// A successful response whose body arrives piece by piece. It can be read once.
package struct StreamedAnswer: AsyncSequence, Sendable {
    /// A part of the body, and how much of the body has arrived with it.
    public struct Piece: Sendable, Hashable {
        /// The bytes of this piece.
        public let data: Data
        /// The number of bytes received so far, including this piece.
        package let received: Int
        /// The total number of bytes, if the server announced it.
        public let expected: Int?

        /// From 0 to 1; `nil` if the total is unknown.
        public var progress: Double? {
            expected.map { $0 == 0 ? 1 : Swift.min(1, Double(received) / Double($0)) }
        }
    }

    /// One piece of the body.
    public typealias Element = Piece
    /// The error that ends the body too soon.
    public typealias Failure = ErrorWrapper

    package let head: HTTPResponse
    private let request: HttpRequest
    private let stream: HttpBodyStream

    init(_ response: HttpResponse, _ stream: HttpBodyStream) {
        head = response.head
        request = response.request
        self.stream = stream
    }

    /// Closes the connection before the end of the body.
    package func cancel() { stream.cancel() }

    package func makeAsyncIterator() -> Iterator {
        Iterator(
            base: stream.makeAsyncIterator(), request: request,
            expected: head.headerFields[.contentLength].flatMap { Int($0) })
    }

    /// Reads the body piece by piece.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let base: HttpBodyStream.Iterator
        fileprivate let request: HttpRequest
        fileprivate let expected: Int?
        private var received = 0

        fileprivate init(base: HttpBodyStream.Iterator, request: HttpRequest, expected: Int?) {
            self.base = base
            self.request = request
            self.expected = expected
        }

        package mutating func next(isolation actor: isolated (any Swift.Actor)?) async throws(ErrorWrapper) -> Piece? {
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
