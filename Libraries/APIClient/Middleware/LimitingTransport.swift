import Foundation
import HTTPTypes
import Synchronization

/// Rejects responses, including streamed ones, that are longer than a limit.
public struct LimitingTransport: TimedTransport {
    private let base: any HTTPTransport
    private let limit: Int

    /// `limit` is in bytes after decompression. It replaces the limit of the request.
    package init(_ base: any HTTPTransport, limit: Int) {
        self.base = base
        self.limit = limit
    }

    /// Sends the request. Throws ``TransportError/Kind/tooLarge(limit:status:)`` if its response exceeds the limit.
    package func send(_ request: APIRequest, until deadline: Deadline?) async throws(TransportError) -> APIResponse {
        var limited = request
        limited.responseLimit = limit
        var response = try await base.exchange(limited, until: deadline)
        switch response.body {
        case .complete(let data):
            guard data.count <= limit else { throw excess(of: response) }
        case .stream(let stream):
            let excess = excess(of: response)
            let received = Counter(0)
            response.body = .stream(
                stream.map { piece throws(TransportError) in
                    guard received.add(piece.count) <= limit else { throw excess }
                    return piece
                })
        }
        return response
    }

    private func excess(of response: APIResponse) -> TransportError {
        TransportError(.tooLarge(limit: limit, status: response.head.status.code), request: response.request)
    }

    private final class Counter: Sendable {
        private let sum: Mutex<Int>

        init(_ sum: Int) { self.sum = Mutex(sum) }

        func add(_ count: Int) -> Int {
            sum.withLock { sum in
                sum += count
                return sum
            }
        }
    }
}
