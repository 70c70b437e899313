import Synchronization
import UsecasesAPIClient

/// Answers requests with a closure, which receives the number of earlier requests, and records the requests.
final class ClosureTransport: HttpTransport {
    private let answer: @Sendable (HttpRequest, Int) async throws(TransportError) -> HttpResponse
    private let received = Mutex<[HttpRequest]>([])

    var requests: [HttpRequest] { received.withLock { $0 } }

    init(_ answer: @escaping @Sendable (HttpRequest, Int) async throws(TransportError) -> HttpResponse) {
        self.answer = answer
    }

    func exchange(_ request: HttpRequest) async throws(TransportError) -> HttpResponse {
        let number = received.withLock { received in
            received.append(request)
            return received.count - 1
        }
        return try await answer(request, number)
    }
}
