import Domain
import Foundation
import Synchronization

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

    private struct Line<Value: Codable & Sendable>: Codable {
        var call: PortCall<Value>
        /// Whether the operation changes something outside the program.
        var changes: Bool
        /// Whether a secret was left out of the outcome.
        var redacted: Bool
    }

    static func encode(_ beginning: Beginning) throws -> Data { try encode(["begin": beginning]).line }

    static func encode(_ entry: Entry) throws -> Data { try encode(["enter": entry]).line }

    static func encode(_ ending: Ending) throws -> Data { try encode(["end": ending]).line }

    static func encode<Value>(_ call: PortCall<Value>, changes: Bool) throws -> Data {
        var line = Line(call: call, changes: changes, redacted: false)
        let (data, isRedacted) = try encode(line)
        guard isRedacted else { return data }
        line.redacted = true
        return try encode(line).line
    }

    static func outcome<Value: Codable & Sendable>(in line: Data, as type: Value.Type) throws -> PortOutcome<Value> {
        try JSONDecoder().decode(Line<Value>.self, from: line).call.outcome
    }

    /// Ends with a newline: a line without one is incomplete.
    private static func encode(_ value: some Encodable) throws -> (line: Data, isRedacted: Bool) {
        let redactions = Redactions()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.userInfo[.redactionObserver] = redactions.observer
        var data = try encoder.encode(value)
        data.append(UInt8(ascii: "\n"))
        return (data, redactions.happened)
    }
}

private final class Redactions: Sendable {
    private let state = Mutex(false)

    var happened: Bool { state.withLock { $0 } }

    var observer: @Sendable () -> Void {
        { self.state.withLock { $0 = true } }
    }
}
