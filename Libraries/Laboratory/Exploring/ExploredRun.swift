import Synchronization
import UsecasesEngine

/// A tap that answers each call of one run with an outcome from the operation's catalogue.
actor ExploredRun: RunTap {
    /// A step of a run that is visible to its taps.
    enum Step: Sendable {
        case scene(TappedScene)
        case call(Call)
    }

    struct Call: Sendable {
        let name: PortCallName
        let subject: PortSubject
        /// The number of possible outcomes, and the chosen one.
        let count: Int
        let choice: Int
        let changes: Bool
        let isFailure: Bool
    }

    /// A scene with its text. The runs of an exploration begin alike, and the texts cost more than the runs.
    typealias Passed = (scene: TappedScene, text: SceneText)

    /// Scenes that a run would repeat forever.
    struct Loop: Sendable {
        let scenes: [String]
        /// The values that change with each repetition, such as `attempt: 1, 2, 3`. Empty if all values are equal.
        let changing: [String]
        /// The name of the scene that was entered too often, or that itself never ends.
        let scene: String
        /// Whether the scene itself never ends, so the run could not be ended.
        var isWithinScene = false
    }

    private let choices: [Int]
    private let limits: Explorer.Limits
    private let repeating: Set<String>
    private let form: Explorer.Form?

    private(set) var steps: [Step] = []
    private(set) var events: [Way.Event] = []
    /// See ``Way/forms``.
    private(set) var forms: [ValueForm?] = []
    /// See ``Way/failures``.
    private(set) var failures: [Int] = []
    /// See ``Exploration/instantOperations``.
    let instantOperations = Mutex<Set<String>>([])
    /// See ``Way/changes``.
    private(set) var changes: [Int] = []
    /// The endless loop, or `nil` while none is found.
    private(set) var loop: Loop?
    /// The ending of the run, or `nil` if it was cut off.
    private(set) var ending: RunEnding?
    private var passed: [Passed] = []
    /// See ``Passed``.
    private let known: [Passed]
    private var visits: [TappedScene: Int] = [:]
    private var entries: [String: Int] = [:]
    private var taken = 0
    private var callsOfScene = 0
    private let giveUp: @Sendable () -> Void

    /// Creates a run. Each call beyond `choices` has the first outcome of its catalogue. `repeating` are the names of
    /// scenes that are known to repeat with different values, and `known` the scenes of the previous run. `giveUp` is called if
    /// the run will never end.
    init(
        choices: [Int], limits: Explorer.Limits, repeating: Set<String>, known: [Passed], form: Explorer.Form?,
        giveUp: @escaping @Sendable () -> Void
    ) {
        self.choices = choices
        self.limits = limits
        self.repeating = repeating
        self.known = known
        self.form = form
        self.giveUp = giveUp
    }

    func enter(_ scene: TappedScene) throws(ErrorWrapper) {
        let same = passed.count < known.count && known[passed.count].scene == scene ? known[passed.count].text : nil
        guard let text = same ?? SceneText(scene) else { return }
        visits[scene, default: 0] += 1
        entries[text.name, default: 0] += 1
        let repetitions = repeating.contains(text.name) ? limits.visits : limits.repetitions
        guard visits[scene, default: 0] <= limits.visits else {
            let last = passed.lastIndex { $0.scene == scene } ?? 0
            loop = Loop(scenes: passed[last...].map(\.text.name), changing: [], scene: text.name)
            throw .interrupted
        }
        guard entries[text.name, default: 0] <= repetitions, passed.count < limits.scenes else {
            let last = passed.lastIndex { $0.text.name == text.name } ?? passed.count - 1
            loop = Loop(
                scenes: passed[last...].map(\.text.name), changing: changing(in: text.name), scene: text.name)
            throw .interrupted
        }
        callsOfScene = 0
        passed.append((scene, text))
        steps.append(.scene(scene))
        events.append(.scene(text))
    }

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        callsOfScene += 1
        if callsOfScene > limits.repetitions { await abandon() }
        let outcomes = operation.outcomes
        let choice = taken < choices.count ? choices[taken] : 0
        // The call has fewer outcomes than before. The choices do not belong to this run.
        guard choice < outcomes.count else { throw .interrupted }
        taken += 1
        let result = outcomes[choice].result
        let isFailure = if case .failure = result { true } else { false }
        steps.append(
            .call(
                Call(
                    name: operation.call, subject: operation.subject, count: outcomes.count, choice: choice,
                    changes: operation.changes, isFailure: isFailure)))
        if isFailure { failures.append(events.count) }
        if operation.changes { changes.append(events.count) }
        events.append(.call(operation.call, outcome: outcomes[choice].name))
        if let form { forms.append((try? result.get()).map { form($0) }) }
        return try result.get()
    }

    nonisolated func answer<Value>(_ operation: PortOperation<Value>, performing: () -> Value) -> Value {
        instantOperations.withLock { _ = $0.insert(operation.call.operationName) }
        return performing()
    }

    /// Suspends the run forever. An error would not end code that retries after every error.
    private func abandon() async {
        let name = passed.last?.text.name ?? ""
        loop = Loop(scenes: [name], changing: [], scene: name, isWithinScene: true)
        giveUp()
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    func end(_ ending: RunEnding) {
        if loop == nil { self.ending = ending }
    }

    /// Returns the values of the scene that changed between all of its first entries.
    private func changing(in name: String) -> [String] {
        let first = passed.map(\.text).filter { $0.name == name }.prefix(3).map(\.values)
        return (first.first ?? []).indices.compactMap { index in
            let texts = first.map { $0[index] }
            guard Set(texts).count == texts.count, let label = texts[0].split(separator: ":").first else { return nil }
            return "\(label): " + texts.map { $0.dropFirst(label.count + 2) }.joined(separator: ", ")
        }
    }
}

/// Repeats an explored run, and finds the last scene before a difference. It reads no texts, so it costs only a
/// fraction of an exploration.
actor RepeatedRun: RunTap {
    private let explored: [ExploredRun.Step]
    private let ending: RunEnding?
    private var position = 0
    /// The name of the last scene before the difference.
    private(set) var difference: String?

    /// Creates a repetition. `ending` is `nil` if the run was cut off.
    init(_ explored: [ExploredRun.Step], ending: RunEnding?) {
        self.explored = explored
        self.ending = ending
    }

    func enter(_ scene: TappedScene) throws(ErrorWrapper) {
        // A run that was cut off is about to enter the next scene.
        if position == explored.count, ending == nil { throw .interrupted }
        guard position < explored.count, case .scene(scene) = explored[position] else { throw differ() }
        position += 1
    }

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) throws(ErrorWrapper) -> Value {
        guard position < explored.count, case .call(let call) = explored[position], call.name == operation.call else {
            throw differ()
        }
        let outcomes = operation.outcomes
        guard outcomes.count == call.count else { throw differ() }
        position += 1
        return try outcomes[call.choice].result.get()
    }

    nonisolated func answer<Value>(_ operation: PortOperation<Value>, performing: () -> Value) -> Value {
        performing()
    }

    func end(_ ending: RunEnding) {
        let isSame =
            switch (ending, self.ending) {
            case (.goal(let goal), .goal(let explored)?): goal == explored
            case (.failure(let error), .failure(let explored)?): error.name == explored.name
            case (.failure, nil): true
            case (.goal, _), (.failure, .goal?): false
            }
        if !isSame || position < explored.count { _ = differ() }
    }

    private func differ() -> ErrorWrapper {
        if difference == nil {
            difference =
                explored.prefix(position).lazy.reversed().compactMap { step -> String? in
                    if case .scene(let scene) = step { scene.name } else { nil }
                }.first ?? ""
        }
        return .interrupted
    }
}

/// Puts an explored or repeated run between the use case and its ports.
struct ExploringTap<Run: RunTap>: Tap {
    let run: Run

    func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self.run }
}
