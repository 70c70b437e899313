public import Usecases

/// Calls the endpoints of one service. Replace it to use something other than a server.
public protocol APIClient<Service>: Sendable {
    associatedtype Service: APIService

    /// Throws `ネットワーク接続不可` or the server's ``/Usecases/ErrorResponse`` as a service error, a system error of the API
    /// for any other failure of the exchange, and `中断` when the task is cancelled; the cause is an ``APIError`` with all
    /// the details.
    func call<A: API>(_ api: A) async throws(ErrorWrapper) -> A.Entity where A.Service == Service

    /// How long a call takes at most, with everything that is done for it; `nil` if it may take for ever.
    var longest: Duration? { get }
}

extension APIClient {
    /// `nil`: a call has no limit of time.
    public var longest: Duration? { nil }
}

/// A call in progress, for callers that did not `await` it.
public struct APICall: Sendable {
    private let task: Task<Void, Never>

    fileprivate init(_ task: Task<Void, Never>) {
        self.task = task
    }

    /// Ends the call at once; its completion receives `中断` unless it has already been called.
    package func cancel() { task.cancel() }
}

extension APIClient {
    /// Calls without waiting. `completion` is called exactly once, even if the call is cancelled, on an unspecified
    /// thread.
    @discardableResult
    public func call<A: API>(
        _ api: A, completion: @escaping @Sendable (Result<A.Entity, ErrorWrapper>) -> Void
    ) -> APICall where A.Service == Service {
        APICall(
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
