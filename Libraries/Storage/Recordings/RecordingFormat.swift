package import Foundation
import Synchronization
package import UsecasesEngine
import UsecasesSystem

/// The lines of recordings and journals. Each line is a JSON object with one member that names the event.
///
/// The format is version 1, described in `docs/reference/files.md`.
package enum RecordingLine {
    static let version = 1

    /// The members of an event.
    private struct Members: Encodable {
        let members: KeyValuePairs<String, any Encodable>

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: RecordedForm.Name.self)
            for (name, value) in members { try container.encode(value, forKey: RecordedForm.Name(stringValue: name)) }
        }
    }

    private struct Line<Value: Codable & Sendable>: Decodable {
        let call: PortCall<Value>
    }

    /// Encodes the beginning of a run.
    package static func encode(_ run: RunDescription, at scene: TappedScene) throws -> Data {
        try line(
            "begin",
            [
                "version": version, "run": run.run, "usecase": run.usecase, "actor": run.actor, "course": scene.course,
                "scene": scene.declared,
            ])
    }

    /// Encodes the start of a scene.
    static func encode(_ scene: TappedScene, of run: UUIDv7) throws -> Data {
        try line("enter", ["run": run, "course": scene.course, "name": scene.name, "scene": scene.declared])
    }

    /// Encodes the end of a run.
    static func encode(_ ending: RunEnding, of run: UUIDv7) throws -> Data {
        switch ending {
        case .goal(let scene): try line("end", ["run": run, "goal": scene.name, "scene": scene.declared])
        case .failure(let error): try line("end", ["run": run, "error": error])
        }
    }

    /// Encodes a call. `changes` is whether the operation changes something outside the program. Only the outcome uses
    /// an encoder, because most lines are calls and most of their text never changes.
    static func encode<Value>(_ call: PortCall<Value>, changes: Bool) throws -> Data {
        // An operation without a result has nothing to encode.
        let isPlain = if case .returned(let value) = call.outcome { value is Done } else { false }
        let (outcome, isRedacted) = isPlain ? (Data(#"{"returned":{}}"#.utf8), false) : try json(call.outcome)
        let scene = try call.scene.map { #","scene":\#(try quoted($0))"# } ?? ""
        return Data(
            """
            {"call":{"arguments":[\(try call.arguments.map(quoted).joined(separator: ","))],\
            "operation":\(try quoted(call.operation)),"ordinal":\(call.ordinal),\
            "outcome":\(String(decoding: outcome, as: UTF8.self)),"port":\(try quoted(call.port)),\
            "run":"\(call.run)"\(scene)},"changes":\(changes),"redacted":\(isRedacted)}

            """.utf8)
    }

    /// Returns the text as a JSON string. Few texts need escapes.
    private static func quoted(_ text: String) throws -> String {
        let needsEscapes = text.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
        return needsEscapes ? String(decoding: try json(text).text, as: UTF8.self) : "\"\(text)\""
    }

    static func outcome<Value: Codable & Sendable>(in line: Data, as type: Value.Type) throws -> PortOutcome<Value> {
        try JSONDecoder().decode(Line<Value>.self, from: line).call.outcome
    }

    /// Returns a line that ends with a newline. A line without a newline is incomplete.
    private static func line(_ event: String, _ members: KeyValuePairs<String, any Encodable>) throws -> Data {
        try json([event: Members(members: members)]).text + [UInt8(ascii: "\n")]
    }

    private static func json(_ value: some Encodable) throws -> (text: Data, isRedacted: Bool) {
        let redactions = Redactions()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.userInfo[.redactionObserver] = redactions.observer
        return (try encoder.encode(value), redactions.happened)
    }
}

private final class Redactions: Sendable {
    private let state = Mutex(false)

    var happened: Bool { state.withLock { $0 } }

    var observer: @Sendable () -> Void {
        { self.state.withLock { $0 = true } }
    }
}

extension ValueForm {
    /// Creates the form of a value as in a recording.
    package init(encoding value: some Encodable) {
        let encoded = try? JSONEncoder().encode([value])
        let forms = encoded.flatMap { try? JSONDecoder().decode([RecordedForm].self, from: $0) }
        self = forms?.first?.form ?? .other
    }
}

/// The form of a recorded value.
struct RecordedForm: Decodable {
    let form: ValueForm

    fileprivate struct Name: CodingKey {
        static let payload = Name(stringValue: "_0")

        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        form = Self.form(of: decoder, carries: true)
    }

    /// Returns the form of a value. The compiler encodes an enum case as an object, whose only member is named after
    /// the case. That member is an object with the payload. An unlabelled payload is its member `_0`.
    private static func form(of decoder: any Decoder, carries: Bool) -> ValueForm {
        guard let value = try? decoder.singleValueContainer() else { return .other }
        if value.decodeNil() { return .null }
        guard let object = try? decoder.container(keyedBy: Name.self) else {
            return (try? value.decode(Bool.self)).map { .bool($0) } ?? .other
        }
        guard object.allKeys.count == 1, let name = object.allKeys.first,
            let members = try? object.nestedContainer(keyedBy: Name.self, forKey: name)
        else { return .other }
        guard carries, members.allKeys.count == 1, members.contains(.payload),
            let payload = try? members.superDecoder(forKey: .payload)
        else { return .tagged(name.stringValue, nil) }
        return .tagged(name.stringValue, form(of: payload, carries: false))
    }
}

extension JSON {
    /// Encodes a value without its secrets.
    package init(encoding value: some Encodable) throws {
        let encoder = JSONEncoder()
        self = try JSONDecoder().decode(JSON.self, from: try encoder.encode([value]))
        if case .array(let values) = self, let first = values.first { self = first }
    }
}
