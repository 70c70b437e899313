#if Server
import Logging
import Synchronization
package import Tracing
import UsecasesEngine

/// The data of a sampled span, collected until the span ends, and is written and exported.
final class SpanRecording: Sendable {
    struct Facts {
        var name: String
        var attributes: SpanAttributes = [:]
        var status: SpanStatus?
        var events: [SpanEvent] = []
        /// The type of the last error.
        var error: String?
        fileprivate var isEnded = false
    }

    let trace: TraceContext
    let parent: TraceContext?
    let kind: SpanKind
    /// The start in nanoseconds since 1970.
    let start: UInt64
    /// `nil` if the span is only exported.
    private let logger: Logger?
    private let exporter: SpanExporter?
    private let state: Mutex<Facts>

    init(
        _ name: String, trace: TraceContext, parent: TraceContext?, kind: SpanKind, start: UInt64, logger: Logger?,
        exporter: SpanExporter?
    ) {
        self.trace = trace
        self.parent = parent
        self.kind = kind
        self.start = start
        self.logger = logger
        self.exporter = exporter
        state = Mutex(Facts(name: name))
    }

    var facts: Facts { state.withLock { $0 } }

    var isRecording: Bool { state.withLock { !$0.isEnded } }

    var isLogged: Bool { logger != nil }

    var isExported: Bool { exporter != nil }

    func update(_ change: (inout Facts) -> Void) {
        state.withLock { facts in
            if !facts.isEnded { change(&facts) }
        }
    }

    /// Writes and exports the span on the first call. Later calls have no effect. `end` is in nanoseconds since 1970.
    func end(at end: UInt64) {
        let last = state.withLock { facts -> Facts? in
            guard !facts.isEnded else { return nil }
            facts.isEnded = true
            return facts
        }
        guard let last else { return }
        logger?.info("span", metadata: metadata(last, end: end))
        exporter?.add(self, last, end: end)
    }

    private func metadata(_ facts: Facts, end: UInt64) -> Logger.Metadata {
        var metadata: Logger.Metadata = [
            "span": .string(facts.name),
            "trace_id": .string(trace.traceID),
            "span_id": .string(trace.spanID),
            "start": .string(start.timeOfDay),
            "duration_us": .stringConvertible(end > start ? (end - start) / 1000 : 0),
            "kind": .string(kind.name),
            "status": .string(facts.status?.code.name ?? "unset"),
        ]
        metadata["parent_span_id"] = parent.map { .string($0.spanID) }
        metadata["status_message"] = facts.status?.message.map { .string($0) }
        metadata["error"] = facts.error.map { .string($0) }
        if !facts.attributes.isEmpty { metadata["attributes"] = facts.attributes.metadata }
        if !facts.events.isEmpty { metadata["events"] = .array(facts.events.map(\.metadata)) }
        return metadata
    }
}

extension UInt64 {
    /// The time in ISO 8601 format, to the microsecond, from nanoseconds since 1970.
    fileprivate var timeOfDay: String {
        let microseconds = "\(1000 + self / 1000 % 1000)".dropFirst()
        return "\(Timestamp(milliseconds: Int64(self / 1_000_000)))".dropLast() + microseconds + "Z"
    }
}

extension SpanKind {
    fileprivate var name: String {
        switch self {
        case .server: "server"
        case .client: "client"
        case .producer: "producer"
        case .consumer: "consumer"
        case .internal: "internal"
        }
    }
}

extension SpanStatus.Code {
    fileprivate var name: String {
        switch self {
        case .ok: "ok"
        case .error: "error"
        }
    }
}

extension SpanEvent {
    fileprivate var metadata: Logger.MetadataValue {
        var metadata: Logger.Metadata = [
            "name": .string(name), "time": .string(nanosecondsSinceEpoch.timeOfDay),
        ]
        if !attributes.isEmpty { metadata["attributes"] = attributes.metadata }
        return .dictionary(metadata)
    }
}

/// A span of ``SpanLog``. It ignores changes after its end. If it is not sampled, it ignores all changes.
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

    /// Ignores the link. No span of this program has links.
    package func addLink(_ link: SpanLink) {}

    /// Records the type of the error. Omits its text, because the text may contain anything.
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
