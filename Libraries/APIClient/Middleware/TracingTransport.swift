import HTTPTypes
public import Usecases

/// Adds the header `traceparent`, which identifies the trace that the call is bound to.
///
/// A request that already has the header keeps it; without a trace none is added.
public struct TracingTransport: TimedTransport {
    @TaskLocal private static var trace: TraceContext?

    private let base: any HTTPTransport

    /// Wraps the transport that performs the exchanges.
    public init(_ base: any HTTPTransport) {
        self.base = base
    }

    /// Binds the calls of the operation to the trace: requests that they send through this transport belong to it.
    public static func bind<Value, Failure: Error>(
        _ trace: TraceContext, _ operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let outcome = await $trace.withValue(trace) { () async -> Result<Value, Failure> in
            do throws(Failure) {
                return .success(try await operation())
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Exchanges the request, with the header if it is bound to a trace.
    public func exchange(
        _ request: APIRequest, until deadline: Deadline?
    ) async throws(TransportError) -> APIResponse {
        guard let trace = Self.trace, request.head.headerFields[.traceparent] == nil else {
            return try await base.exchange(request, until: deadline)
        }
        var traced = request
        traced.head.headerFields[.traceparent] = trace.traceparent
        return try await base.exchange(traced, until: deadline)
    }
}
