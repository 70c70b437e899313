#if Server
public import Tracing
public import Usecases

extension ServiceContext {
    /// The trace of the current span, or that of the remote caller.
    public var trace: TraceContext? {
        get { span?.trace }
        set { span = newValue.map { ($0, nil) } }
    }

    /// `recording` is present if the span belongs to this process.
    var span: (trace: TraceContext, recording: SpanRecording?)? {
        get { self[SpanKey.self].map { ($0.trace, $0.recording) } }
        set { self[SpanKey.self] = newValue.map { SpanKey.Value(trace: $0.trace, recording: $0.recording) } }
    }
}

private enum SpanKey: ServiceContextKey {
    static let nameOverride: String? = "trace"

    struct Value: Sendable, CustomStringConvertible {
        let trace: TraceContext
        let recording: SpanRecording?

        var description: String { trace.traceparent }
    }
}
#endif
