public import Usecases

/// A call in progress, for callers that did not `await` it.
public struct ApiCall: Sendable {
    private let task: Task<Void, Never>

    fileprivate init(_ task: Task<Void, Never>) {
        self.task = task
    }

    /// Ends the call at once; its completion receives `中断` unless it has already been called.
    package func cancel() { task.cancel() }
}

extension ApiClient {
    /// Calls without waiting. `completion` is called exactly once, even if the call is cancelled, on an unspecified
    /// thread.
    @discardableResult
    public func call<A: Api>(
        _ api: A, completion: @escaping @Sendable (Result<A.Entity, ErrorWrapper>) -> Void
    ) -> ApiCall where A.Service == Service {
        ApiCall(
            Task {
                let result: Result<A.Entity, ErrorWrapper>
                do throws(ErrorWrapper) {
                    result = .success(try await call(api))
                } catch {
                    result = .failure(error)
                }
                completion(result)
            })
    }
}
