package import Domain

/// A call that is under way, for those who did not `await` it.
package struct ApiCall: Sendable {
    private let task: Task<Void, Never>

    fileprivate init(_ task: Task<Void, Never>) {
        self.task = task
    }

    /// Ends it at once; its completion is told `中断`, unless it was told something else already.
    package func cancel() { task.cancel() }
}

extension ApiClient {
    /// Calls without waiting. `completion` is called exactly once, also when the call is cancelled, on no particular
    /// thread.
    @discardableResult
    package func call<A: Api>(
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
