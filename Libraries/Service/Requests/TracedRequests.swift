#if Server
import HTTPTypes
import Hummingbird
import Tracing
import UsecasesEngine

/// Starts a span for each request that is part of a trace or begins one. The span has the status of the answer, unless
/// the connection answers the request because it did not arrive whole.
struct TracedRequests: RouterMiddleware {
    private struct Fields: Extractor {
        func extract(key: String, from fields: HTTPFields) -> String? {
            HTTPField.Name(key).flatMap { fields[$0] }
        }
    }

    let tracer: any Tracer
    let startsTraces: Bool
    /// The paths of operators, whose requests begin no trace.
    let watched: [String]

    @concurrent func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard request.headers[.traceparent] != nil || beginsTrace(request) else {
            return try await next(request, context)
        }
        var origin = ServiceContext.topLevel
        tracer.extract(request.headers, into: &origin, using: Fields())
        let labels = RequestLabels(method: request.method, endpoint: context.endpointPath)
        let span = tracer.startSpan(labels.spanName, context: origin, ofKind: .server)
        defer { span.end() }
        if labels.route == "other" { span.attributes["url.path"] = request.uri.path }
        var context = context
        context.span = span.isRecording ? span : nil
        let response = try await ServiceContext.withValue(span.context) { try await next(request, context) }
        record(response.status, on: span)
        return response
    }

    /// Records the status by the semantic conventions of OpenTelemetry. Only a status of 500 or above is an error of a
    /// server. The error of a failed run stays, because it says more than the status.
    private func record(_ status: HTTPResponse.Status, on span: any Span) {
        span.attributes["http.response.status_code"] = status.code
        guard status.kind == .serverError else { return }
        span.setStatus(SpanStatus(code: .error))
        if span.attributes.get("error.type") == nil { span.attributes["error.type"] = "\(status.code)" }
    }

    private func beginsTrace(_ request: Request) -> Bool {
        startsTraces && !request.isOf(watched)
    }
}

/// Records a span for each scene of a run, after the run. A walk contains the duration of each scene.
struct SceneSpans: Sendable {
    private struct Instant: TracerInstant {
        let nanosecondsSinceEpoch: UInt64

        static func < (first: Instant, second: Instant) -> Bool {
            first.nanosecondsSinceEpoch < second.nanosecondsSinceEpoch
        }
    }

    let tracer: any Tracer

    func record<U: Usecase>(_ scenario: Scenario<U>, under span: any Span) {
        let end = record(scenario.walk, under: span)
        let ordinal = scenario.walk.passages.count + 1
        let goal = start(.last(scenario.goal) as Scene<U>, of: scenario.walk, ordinal: ordinal, at: end, under: span)
        goal.end(at: end)
    }

    func record<U: Usecase>(_ unfinished: UnfinishedScenario<U>, under span: any Span) {
        span.attributes["error.type"] = unfinished.error.asciiName
        span.recordError(unfinished.error)
        _ = record(unfinished.walk, under: span, failure: unfinished.error)
    }

    /// Returns the end of the last scene. `failure` is the error of the last scene.
    private func record<U: Usecase>(_ walk: Walk<U>, under span: any Span, failure: ErrorWrapper? = nil) -> Instant {
        // 64 bits of nanoseconds end in the year 2554.
        let milliseconds = min(UInt64(clamping: walk.startedAt.milliseconds), UInt64.max / 2_000_000)
        var time = Instant(nanosecondsSinceEpoch: milliseconds * 1_000_000)
        for (index, passage) in walk.passages.enumerated() {
            let scene = start(passage.scene.scene, of: walk, ordinal: index + 1, at: time, under: span)
            if let failure, index == walk.passages.count - 1 {
                scene.attributes["failure"] = failure.name
                scene.attributes["error.type"] = failure.asciiName
            }
            let nanoseconds = passage.duration.components.attoseconds / 1_000_000_000
            time = Instant(
                nanosecondsSinceEpoch: time.nanosecondsSinceEpoch
                    + UInt64(clamping: passage.duration.components.seconds * 1_000_000_000 + nanoseconds))
            scene.end(at: time)
        }
        return time
    }

    /// Starts the span of a scene. Its run and number, counted from 1, reveal gaps if a line of the log is dropped.
    private func start<U: Usecase>(
        _ scene: Scene<U>, of walk: Walk<U>, ordinal: Int, at time: Instant, under span: any Span
    ) -> any Span {
        let child = tracer.startSpan(scene.name, context: span.context, ofKind: .internal, at: time)
        child.attributes["run"] = "\(walk.run)"
        child.attributes["ordinal"] = ordinal
        child.attributes["usecase"] = U.name
        child.attributes["course"] = scene.course.rawValue
        return child
    }
}
#endif
