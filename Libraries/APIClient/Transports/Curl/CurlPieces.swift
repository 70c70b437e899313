#if os(Linux)
import Foundation

/// The body of one response, decoded as it is read, which has one reader.
actor CurlPieces {
    private static let pieceLimit = 1 << 16

    private let exchange: CurlExchange
    private let decoder: ContentDecoder?
    private let request: HttpRequest

    init(of exchange: CurlExchange, decoder: sending ContentDecoder?, _ request: HttpRequest) {
        self.exchange = exchange
        self.decoder = decoder
        self.request = request
    }

    /// The body can no longer be read.
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
#endif
