import Synchronization
import UsecasesAPIClient
import UsecasesCombine
import UsecasesEngine
import UsecasesTesting

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

extension APIPublisher {
    /// The outcome for one subscriber. A value without a completion, or a second completion, is a crash.
    var outcome: Result<Entity, ErrorWrapper> {
        get async {
            await withCheckedContinuation { continuation in
                let value = Mutex<Entity?>(nil)
                let held = Held()
                held.cancellable = sink { completion in
                    held.cancellable = nil
                    switch completion {
                    case .finished:
                        guard let value = value.withLock({ $0 }) else { preconditionFailure("an end without a value") }
                        continuation.resume(returning: .success(value))
                    case .failure(let error): continuation.resume(returning: .failure(error))
                    }
                } receiveValue: { received in
                    value.withLock { $0 = received }
                }
            }
        }
    }
}

/// Keeps a subscription alive until it has ended.
private final class Held {
    var cancellable: AnyCancellable?
}
