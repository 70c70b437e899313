import Foundation
import Synchronization
package import Usecases
import UsecasesSystem

/// The lines of recordings and journals: JSON objects with one member that names the event.
///
/// The format is that of version 1, described in `docs/recordings.md`.
enum RecordingLine {
    static let version = 1

    /// A run begins.
    struct Beginning: Encodable {
        let run: RunDescription
        let scene: TappedScene

        private enum CodingKeys: CodingKey {
            case version, run, usecase, actor, course, scene
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(version, forKey: .version)
            try container.encode(run.run, forKey: .run)
            try container.encode(run.usecase, forKey: .usecase)
            try container.encode(run.actor, forKey: .actor)
            try container.encode(scene.course, forKey: .course)
            try container.encode(scene.declared, forKey: .scene)
        }
    }

    /// A scene is played.
    struct Entry: Encodable {
        let run: UUIDv7
        let scene: TappedScene

        private enum CodingKeys: CodingKey {
            case run, course, name, scene
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(run, forKey: .run)
            try container.encode(scene.course, forKey: .course)
            try container.encode(scene.name, forKey: .name)
            try container.encode(scene.declared, forKey: .scene)
        }
    }

    /// A run ends.
    struct Ending: Encodable {
        let run: UUIDv7
        let ending: RunEnding

        private enum CodingKeys: CodingKey {
            case run, goal, scene, error
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(run, forKey: .run)
            switch ending {
            case .goal(let scene):
                try container.encode(scene.name, forKey: .goal)
                try container.encode(scene.declared, forKey: .scene)
            case .failure(let error):
                try container.encode(error, forKey: .error)
            }
        }
    }

    private struct Line<Value: Codable & Sendable>: Decodable {
        let call: PortCall<Value>
    }

    static func encode(_ beginning: Beginning) throws -> Data { try line(["begin": beginning]) }

    static func encode(_ entry: Entry) throws -> Data { try line(["enter": entry]) }

    static func encode(_ ending: Ending) throws -> Data { try line(["end": ending]) }

    /// `changes` says whether the operation changes something outside the program. Only the outcome goes through an
    /// encoder: of all lines most are of this kind, and most of what they contain is the same text each time.
    static func encode<Value>(_ call: PortCall<Value>, changes: Bool) throws -> Data {
        // What only succeeds or fails has nothing to encode.
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

    /// The text as a JSON string. Hardly any text needs escapes.
    private static func quoted(_ text: String) throws -> String {
        let needsEscapes = text.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
        return needsEscapes ? String(decoding: try json(text).text, as: UTF8.self) : "\"\(text)\""
    }

    static func outcome<Value: Codable & Sendable>(in line: Data, as type: Value.Type) throws -> PortOutcome<Value> {
        try JSONDecoder().decode(Line<Value>.self, from: line).call.outcome
    }

    /// Ends with a newline: a line without one is incomplete.
    private static func line(_ value: some Encodable) throws -> Data {
        try json(value).text + [UInt8(ascii: "\n")]
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
    /// The form of a value as it would be recorded.
    package init(encoding value: some Encodable) {
        let encoded = try? JSONEncoder().encode([value])
        let forms = encoded.flatMap { try? JSONDecoder().decode([RecordedForm].self, from: $0) }
        self = forms?.first?.form ?? .other
    }
}

/// The form of a recorded value.
struct RecordedForm: Decodable {
    let form: ValueForm

    private struct Name: CodingKey {
        static let payload = Name(stringValue: "_0")

        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        form = Self.form(of: decoder, carries: true)
    }

    /// The compiler encodes a case of an enum as an object with its name as its only member, an object too; a value that
    /// the case carries without a label is the member `_0` of that.
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
    /// The encoded value, without its secrets.
    init(encoding value: some Encodable) throws {
        let encoder = JSONEncoder()
        self = try JSONDecoder().decode(JSON.self, from: try encoder.encode([value]))
        if case .array(let values) = self, let first = values.first { self = first }
    }
}
