#if Server
import Tracing
import UsecasesEngine
import UsecasesSystem

/// The JSON encoding of OTLP 1, as in `opentelemetry/proto/trace/v1/trace.proto`. Identifiers are hexadecimal, 64-bit
/// numbers are texts, and enums are numbers.
struct OTLPFormat: Sendable {
    /// The attributes that leave the process. All others may contain a client's input.
    private static let attributes = [
        "http.response.status_code", "error.type", "usecase", "course", "run", "ordinal", "failure",
    ]

    let product: Product
    let serviceName: String
    /// The English sentences of scenes, by the name of the use case and the scene's own name.
    let english: [String: [String: String]]

    /// Returns the request with these spans.
    func request(_ spans: [JSON]) -> JSON {
        let resource = [
            attribute("service.name", .string(serviceName)), attribute("service.version", .string(product.version)),
        ].compactMap(\.self)
        let scope = JSON.object(["scope": .object(["name": .string(product.name)]), "spans": .array(spans)])
        return .object([
            "resourceSpans": .array([
                .object(["resource": .object(["attributes": .array(resource)]), "scopeSpans": .array([scope])])
            ])
        ])
    }

    /// Returns the span. Its name is the English sentence if it is a scene. Texts of errors are omitted, because they
    /// may contain anything. `end` is in nanoseconds since 1970.
    func span(_ recording: SpanRecording, _ facts: SpanRecording.Facts, end: UInt64) -> JSON {
        var name = facts.name
        var attributes = Self.attributes.compactMap { key in
            facts.attributes.get(key).flatMap { attribute(key, $0) }
        }
        if case .string(let usecase)? = facts.attributes.get("usecase") {
            name = english[usecase]?[facts.name] ?? facts.name
            attributes += [attribute("scene", .string(facts.name))].compactMap(\.self)
        }
        var span: [String: JSON] = [
            "traceId": .string(recording.trace.traceID), "spanId": .string(recording.trace.spanID),
            "name": .string(name), "kind": .integer(recording.kind.number), "attributes": .array(attributes),
            "startTimeUnixNano": .string("\(recording.start)"),
            "endTimeUnixNano": .string("\(max(recording.start, end))"),
        ]
        span["parentSpanId"] = recording.parent.map { .string($0.spanID) }
        span["status"] = status(facts)
        return .object(span)
    }

    /// Returns the status, or `nil` if it is unset.
    private func status(_ facts: SpanRecording.Facts) -> JSON? {
        var error = facts.error
        if case .string(let type)? = facts.attributes.get("error.type") { error = type }
        if let error { return .object(["code": .integer(2), "message": .string(error)]) }
        return switch facts.status?.code {
        case .error: .object(["code": .integer(2)])
        case .ok: .object(["code": .integer(1)])
        case nil: nil
        }
    }

    /// Returns the attribute. A name without a dot is the product's own, and gets the product's name as a prefix.
    /// Returns `nil` if the value is neither a text nor a whole number.
    private func attribute(_ key: String, _ value: SpanAttribute) -> JSON? {
        let content: [String: JSON]? =
            switch value {
            case .string(let text): ["stringValue": .string(text)]
            case .int32(let number): ["intValue": .string("\(number)")]
            case .int64(let number): ["intValue": .string("\(number)")]
            // The other kinds are not used, and the library may add cases.
            default: nil
            }
        return content.map { content in
            .object([
                "key": .string(key.contains(".") ? key : "\(product.name).\(key)"), "value": .object(content),
            ])
        }
    }
}

extension SpanKind {
    /// The number of the enum `SpanKind`.
    fileprivate var number: Int64 {
        switch self {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .producer: 4
        case .consumer: 5
        }
    }
}
#endif
