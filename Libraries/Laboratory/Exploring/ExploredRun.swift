import Usecases

/// Answers each call of one run with an outcome from the operation's catalogue.
actor ExploredRun: RunTap {
    /// What a run did, as far as its taps see it.
    enum Step: Sendable {
        case scene(TappedScene)
        case call(Call)
    }

    struct Call: Sendable {
        let name: PortCallName
        let subject: PortSubject
        /// How many outcomes there were to choose from, and which one was taken.
        let count: Int
        let choice: Int
        let changes: Bool
        let isFailure: Bool
    }

    /// Scenes that a run would enter without an end.
    struct Loop: Sendable {
        let scenes: [String]
        /// The values that are others each time, such as `attempt: 1, 2, 3`; none if all are the same.
        let changing: [String]
        /// The name of the scene that was entered too often, or that goes on for ever by itself.
        let scene: String
        /// Whether the scene itself never ends, so that the run could not be ended.
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
    /// The endless loop, once one is found.
    private(set) var loop: Loop?
    /// How it ended, unless it was cut off.
    private(set) var ending: RunEnding?
    private var passed: [(scene: TappedScene, text: SceneText)] = []
    private var visits: [TappedScene: Int] = [:]
    private var entries: [String: Int] = [:]
    private var taken = 0
    private var callsOfScene = 0
    private let giveUp: @Sendable () -> Void

    /// Each call beyond `choices` has the first outcome of its catalogue. `repeating` are the names of scenes that are
    /// known to repeat with other values. `giveUp` is called if the run will never end.
    init(
        choices: [Int], limits: Explorer.Limits, repeating: Set<String>, form: Explorer.Form?,
        giveUp: @escaping @Sendable () -> Void
    ) {
        self.choices = choices
        self.limits = limits
        self.repeating = repeating
        self.form = form
        self.giveUp = giveUp
    }

    func enter(_ scene: TappedScene) throws(ErrorWrapper) {
        guard let text = SceneText(scene) else { return }
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
        // There are fewer outcomes than the last time: this is not the run for which the choices were made.
        guard choice < outcomes.count else { throw .interrupted }
        taken += 1
        let result = outcomes[choice].result
        let isFailure = if case .failure = result { true } else { false }
        steps.append(
            .call(
                Call(
                    name: operation.call, subject: operation.subject, count: outcomes.count, choice: choice,
                    changes: operation.changes, isFailure: isFailure)))
        events.append(.call(operation.call, outcome: outcomes[choice].name))
        if let form { forms.append((try? result.get()).map { form($0) }) }
        return try result.get()
    }

    nonisolated func answer<Value>(_ operation: PortOperation<Value>, performing: () -> Value) -> Value {
        performing()
    }

    /// Code that tries again whatever it is answered ends for no error: it is left waiting.
    private func abandon() async {
        let name = passed.last?.text.name ?? ""
        loop = Loop(scenes: [name], changing: [], scene: name, isWithinScene: true)
        giveUp()
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    func end(_ ending: RunEnding) {
        if loop == nil { self.ending = ending }
    }

    /// The values of the scene that changed from each of its first entries to the next one.
    private func changing(in name: String) -> [String] {
        let first = passed.map(\.text).filter { $0.name == name }.prefix(3).map(\.values)
        return (first.first ?? []).indices.compactMap { index in
            let texts = first.map { $0[index] }
            guard Set(texts).count == texts.count, let label = texts[0].split(separator: ":").first else { return nil }
            return "\(label): " + texts.map { $0.dropFirst(label.count + 2) }.joined(separator: ", ")
        }
    }
}

/// Repeats an explored run, and notices the first scene after which it is another one. It reads no texts, so that it costs
/// a fraction of exploring.
actor RepeatedRun: RunTap {
    private let explored: [ExploredRun.Step]
    private let ending: RunEnding?
    private var position = 0
    /// The name of the last scene before the difference.
    private(set) var difference: String?

    /// `ending` is `nil` if the run was cut off.
    init(_ explored: [ExploredRun.Step], ending: RunEnding?) {
        self.explored = explored
        self.ending = ending
    }

    func enter(_ scene: TappedScene) throws(ErrorWrapper) {
        // A run that was cut off is about to enter one scene more.
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

/// Puts one explored or repeated run between the use case and its ports.
struct ExploringTap<Run: RunTap>: Tap {
    let run: Run

    func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self.run }
}
