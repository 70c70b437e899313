#if Server
package import Logging
public import Tracing
public import UsecasesEngine

/// A tracer that writes each sampled span to the log, and passes it to an exporter. It writes one line of the given
/// logger when the span ends.
///
/// The root of a trace decides whether its spans are sampled. The exporter samples a part of the traces that begin here,
/// and the log has no lines for them. An unsampled span costs very little. It passes on the context of its start. A new
/// identifier is added only if the exporter does not sample the trace.
package struct SpanLog: Tracer {
    private let logger: Logger
    private let randomSource: any RandomSource
    private let exporter: SpanExporter?

    /// Creates a tracer. Without an exporter, traces that begin here are not sampled.
    package init(logger: Logger, randomSource: any RandomSource, exporter: SpanExporter? = nil) {
        self.logger = logger
        self.randomSource = randomSource
        self.exporter = exporter
    }

    package func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> LoggedSpan {
        var context = context()
        let (parent, former) = (context.trace, context.span?.recording)
        guard parent?.isSampled ?? (exporter != nil) else { return LoggedSpan(context: context, recording: nil) }
        let trace = parent?.child(randomSource: randomSource) ?? root()
        // The first span here decides for the others. Any client can request the sampling of its trace.
        let isLogged = former?.isLogged ?? (parent != nil)
        let isExported = former?.isExported ?? (parent == nil || exporter?.acceptsForeignTrace() == true)
        guard trace.isSampled, isLogged || isExported else {
            context.trace = trace
            return LoggedSpan(context: context, recording: nil)
        }
        let recording = SpanRecording(
            operationName, trace: trace, parent: parent, kind: kind, start: instant().nanosecondsSinceEpoch,
            logger: isLogged ? logger : nil, exporter: isExported ? exporter : nil)
        context.span = (trace, recording)
        return LoggedSpan(context: context, recording: recording)
    }

    /// Returns a new trace. Its identifier decides whether the exporter samples it.
    private func root() -> TraceContext {
        var trace = TraceContext(isSampled: true, randomSource: randomSource)
        if let exporter { trace.isSampled = exporter.samples(trace) }
        return trace
    }

    /// Does nothing, because every span is written when it ends, and the exporter sends its spans without a request.
    package func forceFlush() {}

    /// Reads the trace from the header `traceparent`. Ignores an invalid header.
    package func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        guard let text = extractor.extract(key: "traceparent", from: carrier),
            let trace = TraceContext(traceparent: text)
        else { return }
        context.trace = trace
    }

    package func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let trace = context.trace else { return }
        injector.inject(trace.traceparent, forKey: "traceparent", into: &carrier)
    }
}

extension SpanAttributes {
    var metadata: Logger.MetadataValue {
        var members: Logger.Metadata = [:]
        forEach { members[$0] = $1.metadata }
        return .dictionary(members)
    }
}

extension SpanAttribute {
    fileprivate var metadata: Logger.MetadataValue {
        switch self {
        case .int32(let value): .stringConvertible(value)
        case .int64(let value): .stringConvertible(value)
        case .double(let value): .stringConvertible(value)
        case .bool(let value): .stringConvertible(value)
        case .string(let value): .string(value)
        case .stringConvertible(let value): .stringConvertible(value)
        // Lists are not used, and the library may add cases.
        default: .string("\(self)")
        }
    }
}

extension ServiceContext {
    /// The trace of the current span, or the trace of the remote caller.
    public var trace: TraceContext? {
        get { span?.trace }
        set { span = newValue.map { ($0, nil) } }
    }

    /// The current span. Its `recording` is `nil` if the span belongs to another process.
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
