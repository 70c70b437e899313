import Synchronization
import UsecasesAPIClient

/// Answers requests with a closure, which receives the number of earlier requests, and records the requests.
final class ClosureTransport: HTTPTransport {
    private let answer: @Sendable (APIRequest, Int) async throws(TransportError) -> APIResponse
    private let received = Mutex<[APIRequest]>([])

    var requests: [APIRequest] { received.withLock { $0 } }

    init(_ answer: @escaping @Sendable (APIRequest, Int) async throws(TransportError) -> APIResponse) {
        self.answer = answer
    }

    func exchange(_ request: APIRequest) async throws(TransportError) -> APIResponse {
        let number = received.withLock { received in
            received.append(request)
            return received.count - 1
        }
        return try await answer(request, number)
    }
}
