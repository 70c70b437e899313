#if !canImport(Darwin)
import Foundation
import HTTPTypes
import Synchronization
import UsecasesEngine
import UsecasesSystem

/// The body of a request, read by libcurl piece by piece.
final class CurlUpload: Sendable {
    private struct State {
        var reader: HTTPBodyReader
        var failure: TransportError?
    }

    private let body: HTTPBody
    private let state: Mutex<State>

    init(_ body: HTTPBody) {
        self.body = body
        state = Mutex(State(reader: HTTPBodyReader(body)))
    }

    /// The error that occurred while the body was read.
    var failure: TransportError? { state.withLock { $0.failure } }

    /// Copies the next bytes, and returns their number. It is 0 after the last byte. Returns `nil` if they cannot be read.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        state.withLock { state in
            do {
                let piece = try state.reader.read(upTo: buffer.count) ?? Data()
                return piece.copyBytes(to: buffer)
            } catch {
                state.failure = TransportError(.unsendable(.unreadableFiles), causedBy: error)
                return nil
            }
        }
    }

    /// Restarts from the first byte, after a connection turned out to be closed.
    func restart() {
        state.withLock { $0.reader = HTTPBodyReader(body) }
    }
}

/// The body of a response. It is decoded while it is read, and it has one reader.
actor CurlPieces {
    private static let pieceLimit = 1 << 16

    private let exchange: CurlExchange
    private let head: HTTPResponse
    private let request: APIRequest
    private var decoder: ContentDecoder?
    private var hasBegun = false

    init(of exchange: CurlExchange, _ head: HTTPResponse, _ request: APIRequest) {
        self.exchange = exchange
        self.head = head
        self.request = request
    }

    /// Cancels the exchange, because its body can no longer be read.
    deinit { exchange.cancel() }

    nonisolated func cancel() { exchange.cancel() }

    func next() async throws(TransportError) -> Data? {
        do throws(TransportError) {
            while true {
                if let piece = try decoder?.read(upTo: Self.pieceLimit), !piece.isEmpty { return piece }
                guard let bytes = try await exchange.bytes() else {
                    try decoder?.finish()
                    return nil
                }
                // An empty body can be read in any coding.
                if !hasBegun { (decoder, hasBegun) = (try ContentDecoder(for: head), true) }
                guard let decoder else { return bytes }
                decoder.append(bytes)
            }
        } catch {
            exchange.cancel()
            throw error.about(request)
        }
    }
}
#endif
