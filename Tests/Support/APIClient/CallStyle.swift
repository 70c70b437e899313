import Usecases
import UsecasesAPIClient
import UsecasesCombine

/// The ways to call an API that are included in this build.
enum CallStyle: String, CaseIterable, Sendable {
    case async
    case completion
    case publisher
}

extension CallStyle {
    /// Calls the API in this style.
    func call<Client: APIClient, A: API>(
        _ api: A, on client: Client
    ) async throws(ErrorWrapper) -> A.Entity where A.Service == Client.Service {
        switch self {
        case .async: return try await client.call(api)
        case .completion:
            return try await withCheckedContinuation { continuation in
                client.call(api) { continuation.resume(returning: $0) }
            }.get()
        case .publisher: return try await client.publisher(for: api).outcome.get()
        }
    }
}
