package import Foundation
package import Usecases
import UsecasesSystem

/// A run as it was recorded.
public struct RecordedRun: Sendable {
    /// A scene as it was recorded.
    public struct Scene: Sendable, Hashable {
        /// `nil` for the error that a run ended with.
        let course: Course?
        let name: String
        let declared: JSON
    }

    struct Call: Sendable {
        let name: PortCallName
        let changes: Bool
        /// Whether a secret was removed from the outcome.
        let isRedacted: Bool
        /// The whole line; the outcome is decoded from it by code that knows its type.
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
    /// The scene at which the run began, as JSON with the members `course` and `scene`.
    package let beginning: Data
    var events: [Event] = []

    var calls: [Call] { events.compactMap { if case .call(let call) = $0 { call } else { nil } } }
    /// `nil` if the run reached no goal.
    package var goal: Scene?
    /// The error with which the run ended; `nil` if it reached a goal, or was interrupted.
    package internal(set) var error: ErrorWrapper?
    /// Whether the run was recorded to its end.
    package internal(set) var isComplete = false
}
