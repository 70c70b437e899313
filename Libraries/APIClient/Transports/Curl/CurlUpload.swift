import Foundation
import Synchronization
import Usecases
import UsecasesSystem

/// The body of a request, read by libcurl. Files are read on threads that may block, one piece ahead.
final class CurlUpload: Sendable {
    enum Reading {
        /// The number of copied bytes. 0 after the last byte.
        case copied(Int)
        case notReady
        case failed
    }

    private static let pieceSize = 1 << 16

    private struct State {
        var piece = Data()
        var isReading = false
        var isComplete = false
        var failure: TransportError?
        /// The number of restarts. Results of reads from before the last restart are dropped.
        var restarts = 0
        var whenReady: @Sendable () -> Void = {}
    }

    private let body: HTTPBody
    private let isInMemory: Bool
    private let threads: BlockingThreads
    /// The reader. It is locked while a piece is being read.
    private let reader: Mutex<HTTPBodyReader>
    private let state = Mutex(State())

    init(_ body: HTTPBody, threads: BlockingThreads) {
        self.body = body
        self.threads = threads
        isInMemory = body.parts.allSatisfy { part in if case .bytes = part { true } else { false } }
        reader = Mutex(HTTPBodyReader(body))
    }

    /// Sets the action to perform when a new piece becomes available.
    func notify(_ whenReady: @escaping @Sendable () -> Void) {
        state.withLock { $0.whenReady = whenReady }
    }

    /// The error that occurred while the body was read.
    var failure: TransportError? { state.withLock { $0.failure } }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
        if isInMemory, state.withLock({ $0.piece.isEmpty && !$0.isComplete }) { readPiece() }
        let (reading, mustRead) = state.withLock { state -> (Reading, Bool) in
            if !state.piece.isEmpty {
                let count = min(buffer.count, state.piece.count)
                state.piece.copyBytes(to: buffer, count: count)
                state.piece = state.piece.dropFirst(count)
                return (.copied(count), false)
            }
            if state.failure != nil { return (.failed, false) }
            if state.isComplete { return (.copied(0), false) }
            defer { state.isReading = true }
            return (.notReady, !state.isReading)
        }
        if mustRead {
            threads.run { [self] in
                readPiece()
                state.withLock { $0.whenReady }()
            }
        }
        return reading
    }

    /// Restarts from the first byte, after a connection turned out to be closed.
    func restart() {
        state.withLock { state in
            state.restarts += 1
            state.piece = Data()
            state.isComplete = false
        }
        reader.withLock { $0 = HTTPBodyReader(body) }
    }

    private func readPiece() {
        let restarts = state.withLock { $0.restarts }
        let outcome = Result { try reader.withLock { try $0.read(upTo: Self.pieceSize) } }
        state.withLock { state in
            state.isReading = false
            guard state.restarts == restarts else { return }
            switch outcome {
            case .success(let piece?): state.piece = piece
            case .success(nil): state.isComplete = true
            case .failure(let error):
                state.failure = TransportError(.unsendable(.unreadableFiles), causedBy: error)
            }
        }
    }
}

/// The body of a response. It is decoded while it is read, and it has one reader.
actor CurlPieces {
    private static let pieceLimit = 1 << 16

    private let exchange: CurlExchange
    private let decoder: ContentDecoder?
    private let request: APIRequest

    init(of exchange: CurlExchange, decoder: sending ContentDecoder?, _ request: APIRequest) {
        self.exchange = exchange
        self.decoder = decoder
        self.request = request
    }

    /// Cancels the exchange, because its body can no longer be read.
    deinit { exchange.cancel() }

    nonisolated func cancel() { exchange.cancel() }

    func next() async throws(TransportError) -> Data? {
        do throws(TransportError) {
            guard let decoder else { return try await exchange.bytes() }
            while true {
                let piece = try decoder.read(upTo: Self.pieceLimit)
                if !piece.isEmpty { return piece }
                guard let bytes = try await exchange.bytes() else {
                    try decoder.finish()
                    return nil
                }
                decoder.append(bytes)
            }
        } catch {
            exchange.cancel()
            throw error.about(request)
        }
    }
}
