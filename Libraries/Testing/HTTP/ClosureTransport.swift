import Synchronization
package import UsecasesAPIClient
import UsecasesEngine

/// A transport that answers requests with a closure and records them. The closure receives the number of earlier
/// requests.
package final class ClosureTransport: HTTPTransport {
    private let answer: @Sendable (APIRequest, Int) async throws(TransportError) -> APIResponse
    private let received = Mutex<[APIRequest]>([])

    package var requests: [APIRequest] { received.withLock { $0 } }

    package init(_ answer: @escaping @Sendable (APIRequest, Int) async throws(TransportError) -> APIResponse) {
        self.answer = answer
    }

    package func exchange(_ request: APIRequest) async throws(TransportError) -> APIResponse {
        CostMeter.count(\.exchanges)
        let number = received.withLock { received in
            received.append(request)
            return received.count - 1
        }
        return try await answer(request, number)
    }
}
