import Domain
import HTTPTypes

/// Tells the service of which trace a request is, by the header `traceparent`: that of the task, ``TraceContext/current``.
///
/// A request that has the header already keeps it; without a trace none is added.
package struct TracingTransport: HttpTransport {
    private let base: any HttpTransport

    package init(_ base: any HttpTransport) {
        self.base = base
    }

    package func exchange(_ request: HttpRequest) async throws(TransportError) -> HttpResponse {
        guard let trace = TraceContext.current, request.head.headerFields[.traceparent] == nil else {
            return try await base.exchange(request)
        }
        var traced = request
        traced.head.headerFields[.traceparent] = trace.traceparent
        return try await base.exchange(traced)
    }
}
