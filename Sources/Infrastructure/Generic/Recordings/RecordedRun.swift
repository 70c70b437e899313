package import Domain
package import Foundation

/// A run as it was written down.
package struct RecordedRun: Sendable {
    /// What a recording has of a scene.
    struct Scene: Sendable, Hashable {
        /// `nil` for the error that a run ended with.
        let course: Course?
        let name: String
        let declared: JSON
    }

    struct Call: Sendable {
        let name: PortCallName
        let changes: Bool
        /// Whether the outcome lacks a secret.
        let isRedacted: Bool
        /// The whole line, from which the outcome is decoded by whoever knows its type.
        let line: Data

        func outcome<Value: Codable & Sendable>(as type: Value.Type) throws -> PortOutcome<Value> {
            try RecordingLine.outcome(in: line, as: type)
        }
    }

    enum Event: Sendable {
        case enter(Scene)
        case call(Call)
    }

    package let run: UUIDv7
    package let usecase: String
    package let actor: Actor
    /// The scene that it began with, as JSON with the members `course` and `scene`.
    package let beginning: Data
    var events: [Event] = []

    var calls: [Call] { events.compactMap { if case .call(let call) = $0 { call } else { nil } } }
    /// `nil` where it reached none.
    var goal: Scene?
    /// The error that it ended with; `nil` where it reached a goal, or was cut off.
    package internal(set) var error: ErrorWrapper?
    /// Whether it was written down to its end.
    package internal(set) var isComplete = false
}
