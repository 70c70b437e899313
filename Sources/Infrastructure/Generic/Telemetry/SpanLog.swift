#if Server
package import Domain
package import Logging
package import Tracing

/// Traces by log lines: each span that is sampled is one line of the given logger, written when it ends.
///
/// Whether a span is sampled is decided where its trace began. One that is not costs next to nothing: it has no identifier
/// of its own, and hands on the context that it was started in.
package struct SpanLog: Tracer {
    private let logger: Logger
    private let randomSource: any RandomSource
    private let samplesRoots: Bool

    /// `samplesRoots` says whether traces that begin here are sampled.
    package init(logger: Logger, randomSource: any RandomSource, samplesRoots: Bool) {
        self.logger = logger
        self.randomSource = randomSource
        self.samplesRoots = samplesRoots
    }

    package func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> LoggedSpan {
        var context = context()
        let parent = context.trace
        guard parent?.isSampled ?? samplesRoots else { return LoggedSpan(context: context, recording: nil) }
        let trace =
            parent?.child(randomSource: randomSource) ?? TraceContext(isSampled: true, randomSource: randomSource)
        let recording = SpanRecording(
            operationName, trace: trace, parent: parent, kind: kind, start: instant().nanosecondsSinceEpoch,
            logger: logger)
        context.span = (trace, recording)
        return LoggedSpan(context: context, recording: recording)
    }

    package func startAnySpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> any Tracing.Span {
        startSpan(
            operationName, context: context(), ofKind: kind, at: instant(), function: function, file: fileID,
            line: line)
    }

    /// The span that the context is of, until it ends; `nil` for one that is not sampled.
    package func activeSpan(identifiedBy context: ServiceContext) -> LoggedSpan? {
        guard let recording = context.span?.recording, recording.isRecording else { return nil }
        return LoggedSpan(context: context, recording: recording)
    }

    /// Every span is written when it ends.
    package func forceFlush() {}

    /// A header that is not valid is as good as none.
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
#endif
