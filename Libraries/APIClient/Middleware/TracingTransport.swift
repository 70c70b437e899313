import HTTPTypes
public import UsecasesEngine

/// Adds the header `traceparent`. It identifies the trace of the call.
///
/// A request that already has the header keeps it. Without a trace, no header is added.
public struct TracingTransport: HTTPTransport {
    @TaskLocal private static var trace: TraceContext?

    private let base: any HTTPTransport

    /// Wraps the transport that performs the exchanges.
    public init(_ base: any HTTPTransport) {
        self.base = base
    }

    /// Runs the operation. Requests that it sends through this transport belong to the trace.
    public static func bind<Value, Failure: Error>(
        _ trace: TraceContext, _ operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await $trace.withValue(trace) { await Result(of: operation) }.get()
    }

    /// Sends the request, with the header if the call is bound to a trace.
    public func exchange(_ request: APIRequest) async throws(TransportError) -> APIResponse {
        guard let trace = Self.trace, request.head.headerFields[.traceparent] == nil else {
            return try await base.exchange(request)
        }
        var traced = request
        traced.head.headerFields[.traceparent] = trace.traceparent
        return try await base.exchange(traced)
    }
}
