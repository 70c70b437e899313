package import Foundation
import Synchronization
import Usecases

/// The body of a response, piece by piece as it arrives. The server waits while no more is requested. It can be read
/// once.
package struct HttpBodyStream: AsyncSequence, Sendable {
    /// The bytes of one piece.
    public typealias Element = Data
    /// The error that ends the body too soon.
    public typealias Failure = TransportError

    private let pull: @Sendable () async throws(TransportError) -> Data?
    private let stop: @Sendable () -> Void

    /// `pull` returns the next piece, and `nil` after the last one; `stop` closes the connection.
    package init(
        pull: @escaping @Sendable () async throws(TransportError) -> Data?, stop: @escaping @Sendable () -> Void
    ) {
        self.pull = pull
        self.stop = stop
    }

    package func cancel() { stop() }

    /// Returns an iterator; all iterators share the one body.
    public func makeAsyncIterator() -> Iterator { Iterator(pull: pull) }

    /// Requests the pieces one by one.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let pull: @Sendable () async throws(TransportError) -> Data?

        package func next() async throws(TransportError) -> Data? { try await pull() }

        package func next(isolation actor: isolated (any Swift.Actor)?) async throws(TransportError) -> Data? {
            try await pull()
        }
    }

    /// The same stream, with a transformation applied to each piece.
    func map(_ transform: @escaping @Sendable (Data) throws(TransportError) -> Data) -> HttpBodyStream {
        HttpBodyStream(
            pull: { () async throws(TransportError) in
                guard let piece = try await pull() else { return nil }
                do throws(TransportError) {
                    return try transform(piece)
                } catch {
                    stop()
                    throw error
                }
            },
            stop: stop)
    }

    /// The same stream; it fails if a piece takes longer than the timeout.
    func limiting(eachPieceTo timeout: Duration, on clock: any Clock) -> HttpBodyStream {
        HttpBodyStream(
            pull: { () async throws(TransportError) in
                do throws(TransportError) {
                    return try await withDeadline(timeout, on: clock, pull)
                } catch {
                    stop()
                    throw error
                }
            },
            stop: stop)
    }
}

extension HttpBodyStream {
    /// A stream of data that is already in memory, as one piece.
    package init(of data: Data) {
        let rest = Mutex(data.isEmpty ? nil : data)
        self.init(
            pull: { () async throws(TransportError) in
                rest.withLock { rest in
                    defer { rest = nil }
                    return rest
                }
            },
            stop: { rest.withLock { $0 = nil } })
    }
}
