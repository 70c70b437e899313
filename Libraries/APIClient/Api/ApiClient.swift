public import Usecases

/// Calls the endpoints of one service. Replace it to use something other than a server.
public protocol ApiClient<Service>: Sendable {
    associatedtype Service: ApiService

    /// Throws `ネットワーク接続不可` or the server's ``/Usecases/ErrorResponse`` as a service error, a system error of the API
    /// for any other failure of the exchange, and `中断` when the task is cancelled; the cause is an ``ApiError`` with all
    /// the details.
    func call<A: Api>(_ api: A) async throws(ErrorWrapper) -> A.Entity where A.Service == Service

    /// How long a call takes at most, with everything that is done for it; `nil` if it may take for ever.
    var longest: Duration? { get }
}

extension ApiClient {
    /// `nil`: a call has no limit of time.
    public var longest: Duration? { nil }
}
