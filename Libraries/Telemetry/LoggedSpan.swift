#if Server
package import Tracing

/// A span of ``SpanLog``. It ignores data that is set after its end, or when it is not sampled.
package struct LoggedSpan: Span {
    package let context: ServiceContext
    private let recording: SpanRecording?

    init(context: ServiceContext, recording: SpanRecording?) {
        self.context = context
        self.recording = recording
    }

    package var isRecording: Bool { recording?.isRecording ?? false }

    package var operationName: String {
        get { recording?.facts.name ?? "" }
        nonmutating set { recording?.update { $0.name = newValue } }
    }

    package var attributes: SpanAttributes {
        get { recording?.facts.attributes ?? [:] }
        nonmutating set { recording?.update { $0.attributes = newValue } }
    }

    package func setStatus(_ status: SpanStatus) {
        recording?.update { $0.status = status }
    }

    package func addEvent(_ event: SpanEvent) {
        recording?.update { $0.events.append(event) }
    }

    package func addLink(_ link: SpanLink) {
        recording?.update { $0.links.append(link) }
    }

    /// Only the type of the error is recorded, since its text may contain anything.
    package func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
        guard let recording else { return }
        let type = String(reflecting: type(of: error))
        var event = SpanEvent(name: "exception", at: instant(), attributes: attributes)
        event.attributes["exception.type"] = type
        recording.update { [event] facts in
            facts.error = type
            facts.events.append(event)
        }
    }

    package func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        recording?.end(at: instant().nanosecondsSinceEpoch)
    }
}
#endif
