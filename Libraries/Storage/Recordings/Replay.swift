import Foundation
import Synchronization
public import UsecasesEngine
import UsecasesSystem

/// Replays one run of a recording.
///
/// Until an outcome is changed, scenes and calls must match the recording. The first difference ends the run. After a
/// change, a call returns the recorded outcome of an equal call, or else the first outcome of its catalogue.
public final class Replay: Tap, RunTap {
    private struct State {
        var position = 0
        var scenes = 0
        var changes: [OutcomeChange]
        var isChanged = false
        /// The unused recorded calls, after an outcome was changed.
        var rest: [RecordedRun.Call] = []
        var remarks: [ReplayRemark] = []
        /// The different calls of the run, in the order of their first use.
        var calls: [String] = []
        var isOver = false
    }

    private let recorded: RecordedRun
    private let until: Int?
    private let state: Mutex<State>

    /// `until` is the number of the last scene to play, counted from 1. `changes` replace recorded outcomes.
    public init(_ recorded: RecordedRun, until: Int? = nil, changing changes: [OutcomeChange] = []) {
        self.recorded = recorded
        self.until = until
        state = Mutex(State(changes: changes))
    }

    /// The differences from the recording. Empty if the run is as recorded.
    public var remarks: [ReplayRemark] {
        state.withLock { state in
            state.remarks + state.changes.map { .neverCalled($0.call, calls: state.calls) }
        }
    }

    /// Returns itself, because a `Replay` serves one run.
    public func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self }

    /// Throws `interrupted` if the scene differs from the recording, or comes after the last scene to play.
    public func enter(_ scene: TappedScene) throws(ErrorWrapper) {
        let entered = try Self.scene(scene)
        let continues = state.withLock { state in
            if let until, state.scenes == until {
                state.remarks.append(.stopped(scene: until))
                return false
            }
            state.scenes += 1
            guard !state.isOver else { return false }
            guard !state.isChanged else { return true }
            switch event(state) {
            case .enter(let recorded)? where recorded == entered:
                state.position += 1
                return true
            case let event: return differ(event, now: scene.name, &state)
            }
        }
        guard continues else { throw .interrupted }
    }

    /// Returns or throws the recorded or changed outcome. Never performs the operation. Throws `interrupted` without an
    /// outcome.
    public func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) throws(ErrorWrapper) -> Value {
        let answer = state.withLock { state in
            if !state.calls.contains("\(operation.call)") { state.calls.append("\(operation.call)") }
            return changedOutcome(of: operation, &state) ?? outcome(of: operation, &state)
        }
        guard let answer else { throw .interrupted }
        return try answer.get()
    }

    /// Returns the recorded value. Performs the operation only if no value was recorded.
    public func answer<Value>(_ operation: PortOperation<Value>, performing: () -> Value) -> Value {
        let outcome = state.withLock { state in
            state.isOver ? nil : recordedOutcome(of: operation, &state)
        }
        // This operation cannot throw. The next scene or call ends a run that differs.
        guard case .returned(let value)? = outcome else { return performing() }
        return value
    }

    /// Records a remark if the ending differs from the recorded one.
    public func end(_ ending: RunEnding) throws(ErrorWrapper) {
        let description =
            switch ending {
            case .goal(let scene): try Self.scene(scene)
            case .failure(let error): try Self.failure(error)
            }
        let expected: RecordedRun.Scene? =
            if let goal = recorded.goal { goal } else if let error = recorded.error { try Self.failure(error) } else {
                nil
            }
        state.withLock { state in
            guard !state.isOver, !state.isChanged, until == nil || state.remarks.isEmpty else { return }
            if let expected, expected == description, state.position == recorded.events.count { return }
            _ = differ(event(state), now: description.name, &state)
        }
    }

    private func event(_ state: State) -> RecordedRun.Event? {
        state.position < recorded.events.count ? recorded.events[state.position] : nil
    }

    /// Records a difference and always returns `false`.
    private func differ(_ event: RecordedRun.Event?, now: String, _ state: inout State) -> Bool {
        guard !state.isOver else { return false }
        state.isOver = true
        switch event {
        case .enter(let scene)?:
            state.remarks.append(.differs(scene: state.scenes, recorded: scene.name, now: now))
        case .call(let call)?:
            state.remarks.append(.differs(scene: state.scenes, recorded: "\(call.name)", now: now))
        case nil:
            guard recorded.isComplete else {
                state.remarks.append(.cutOff)
                break
            }
            let ending = recorded.goal?.name ?? recorded.error?.name ?? ""
            state.remarks.append(.differs(scene: state.scenes, recorded: ending, now: now))
        }
        return false
    }

    private func recordedOutcome<Value>(
        of operation: PortOperation<Value>, _ state: inout State
    ) -> PortOutcome<Value>? {
        let call: RecordedRun.Call
        if state.isChanged {
            guard let index = state.rest.firstIndex(where: { $0.name == operation.call }) else { return nil }
            call = state.rest.remove(at: index)
        } else {
            guard case .call(let next)? = event(state), next.name == operation.call else {
                _ = differ(event(state), now: "\(operation.call)", &state)
                return nil
            }
            state.position += 1
            call = next
        }
        do {
            return try call.outcome(of: operation)
        } catch {
            state.isOver = true
            state.remarks.append(.mistyped(scene: state.scenes, call: "\(call.name)", reason: "\(error)"))
            return nil
        }
    }

    private func outcome<Value>(of operation: PortOperation<Value>, _ state: inout State) -> PortOutcome<Value>? {
        guard !state.isOver else { return nil }
        if let outcome = recordedOutcome(of: operation, &state) { return outcome }
        guard state.isChanged, !state.isOver, let sunny = operation.outcomes.first else { return nil }
        state.remarks.append(.assumed(call: "\(operation.call)", outcome: sunny.name))
        return PortOutcome(sunny.result)
    }

    private func changedOutcome<Value>(
        of operation: PortOperation<Value>, _ state: inout State
    ) -> PortOutcome<Value>? {
        guard !state.isOver, let index = state.changes.firstIndex(where: { operation.call.isMeant(by: $0.call) }) else {
            return nil
        }
        let change = state.changes.remove(at: index)
        guard let outcome = operation.outcomes.first(where: { change.means($0.name) }) else {
            state.isOver = true
            state.remarks.append(
                .noSuchOutcome(call: "\(operation.call)", outcomes: operation.outcomes.map(\.name)))
            return nil
        }
        if !state.isChanged {
            let rest = recorded.events[state.position...].compactMap { event -> RecordedRun.Call? in
                if case .call(let call) = event { call } else { nil }
            }
            state.rest = rest.first?.name == operation.call ? Array(rest.dropFirst()) : rest
            state.isChanged = true
        } else if let index = state.rest.firstIndex(where: { $0.name == operation.call }) {
            state.rest.remove(at: index)
        }
        return PortOutcome(outcome.result)
    }

    private static func scene(_ scene: TappedScene) throws(ErrorWrapper) -> RecordedRun.Scene {
        try recorded(scene.course, scene.name, scene.declared)
    }

    /// Converts an error to a scene, to compare all of its members.
    private static func failure(_ error: ErrorWrapper) throws(ErrorWrapper) -> RecordedRun.Scene {
        try recorded(nil, error.name, error)
    }

    private static func recorded(
        _ course: Course?, _ name: String, _ declared: some Encodable
    ) throws(ErrorWrapper) -> RecordedRun.Scene {
        do {
            return RecordedRun.Scene(course: course, name: name, declared: try JSON(encoding: declared))
        } catch {
            throw .system(
                error: .dataStore(.damaged(location: "the recording", content: .recording)), causedBy: error)
        }
    }
}
