#if Server
import HTTPTypes
import Hummingbird
import Tracing

/// Makes a span for each request that comes as part of a trace.
struct TracedRequests: RouterMiddleware {
    private struct Fields: Extractor {
        func extract(key: String, from fields: HTTPFields) -> String? {
            HTTPField.Name(key).flatMap { fields[$0] }
        }
    }

    let tracer: any Tracer

    @concurrent func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard request.headers[.traceparent] != nil else { return try await next(request, context) }
        var origin = ServiceContext.topLevel
        tracer.extract(request.headers, into: &origin, using: Fields())
        let labels = RequestLabels(method: request.method, endpoint: context.endpointPath)
        let span = tracer.startSpan(labels.spanName, context: origin, ofKind: .server)
        defer { span.end() }
        if labels.route == "other" { span.attributes["url.path"] = request.uri.path }
        var context = context
        context.span = span.isRecording ? span : nil
        let response = try await ServiceContext.withValue(span.context) { try await next(request, context) }
        span.attributes["http.response.status_code"] = response.status.code
        if response.status.kind == .serverError { span.setStatus(SpanStatus(code: .error)) }
        return response
    }
}
#endif
