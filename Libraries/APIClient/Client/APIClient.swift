public import UsecasesEngine

/// Calls the endpoints of one service. Replace it to use something other than a server.
public protocol APIClient<Service>: Sendable {
    /// The service that the client calls.
    associatedtype Service: APIService

    /// Calls the endpoint and returns its entity. Throws `networkUnreachable` or the server's
    /// ``/UsecasesEngine/ErrorResponse`` as a service error. Throws `interrupted` when the task is cancelled, and a
    /// system error of the API for any other failure. The cause is an ``APIError`` with all the details.
    func call<A: API>(_ api: A) async throws(ErrorWrapper) -> A.Entity where A.Service == Service

    /// The maximum duration of a call, including its retries and redirects. `nil` if a call has no time limit.
    var longest: Duration? { get }
}

extension APIClient {
    /// `nil`, because a call has no time limit by default.
    public var longest: Duration? { nil }

    /// Calls the endpoint. Returns `nil` if the service refuses with the status 404, and throws any other error.
    public func find<A: API>(_ api: A) async throws(ErrorWrapper) -> A.Entity? where A.Service == Service {
        do throws(ErrorWrapper) {
            return try await call(api)
        } catch .service(.server(_, status: 404), _, _) {
            return nil
        }
    }
}

/// A call in progress, for callers that did not `await` it.
public struct APICall: Sendable {
    private let task: Task<Void, Never>

    fileprivate init(_ task: Task<Void, Never>) {
        self.task = task
    }

    /// Cancels the call. Its completion handler receives `interrupted`, unless it has already been called.
    public func cancel() { task.cancel() }
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
                completion(await Result(of: { () async throws(ErrorWrapper) in try await call(api) }))
            })
    }
}
