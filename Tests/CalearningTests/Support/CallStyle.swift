import Domain
import Infrastructure

/// The ways to call an API, of those that were built in.
enum CallStyle: String, CaseIterable, Sendable {
    case async
    case completion
    #if canImport(Combine) || OpenCombine
    case publisher
    #endif
}

extension CallStyle {
    /// All of them under one roof.
    func call<Client: ApiClient, A: Api>(
        _ api: A, on client: Client
    ) async throws(ErrorWrapper) -> A.Entity where A.Service == Client.Service {
        switch self {
        case .async: return try await client.call(api)
        case .completion:
            return try await withCheckedContinuation { continuation in
                client.call(api) { continuation.resume(returning: $0) }
            }.get()
        #if canImport(Combine) || OpenCombine
        case .publisher: return try await client.publisher(for: api).outcome.get()
        #endif
        }
    }
}
