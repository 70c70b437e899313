import Domain

/// Answers each call of one run with an outcome from the operation's catalogue.
actor ExploredRun: RunTap {
    private let choices: [Int]
    private let limits: Explorer.Limits
    private let form: Explorer.Form?

    /// How many outcomes there were to choose from at each call, and which one was taken.
    private(set) var taken: [(count: Int, choice: Int)] = []
    private(set) var events: [Way.Event] = []
    /// See ``Way/forms``.
    private(set) var forms: [ValueForm?] = []
    /// The scenes of an endless loop, once one is found.
    private(set) var loop: [String]?
    private var passed: [TappedScene] = []
    private var visits: [TappedScene: Int] = [:]

    /// Each call beyond `choices` has the first outcome of its catalogue.
    init(choices: [Int], limits: Explorer.Limits, form: Explorer.Form? = nil) {
        self.choices = choices
        self.limits = limits
        self.form = form
    }

    func enter(_ scene: TappedScene) throws(ErrorWrapper) {
        visits[scene, default: 0] += 1
        guard visits[scene, default: 0] <= limits.visits, passed.count < limits.scenes else {
            let last = passed.lastIndex(of: scene) ?? 0
            loop = passed[last...].map(\.name)
            throw .interrupted
        }
        passed.append(scene)
        guard let declared = scene.declared as? any SceneName else { return }
        events.append(.scene(SceneText(scene.course, declared)))
    }

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) throws(ErrorWrapper) -> Value {
        let outcomes = operation.outcomes
        let choice = taken.count < choices.count ? choices[taken.count] : 0
        // There are fewer outcomes than the last time: this is not the run for which the choices were made.
        guard choice < outcomes.count else { throw .interrupted }
        taken.append((outcomes.count, choice))
        events.append(.call(operation.call, outcome: outcomes[choice].name))
        if let form { forms.append((try? outcomes[choice].result.get()).map { form($0) }) }
        return try outcomes[choice].result.get()
    }

    nonisolated func answer<Value>(_ operation: PortOperation<Value>, performing: () -> Value) -> Value {
        performing()
    }
}

/// Puts one explored run between the use case and its ports.
struct ExploringTap: Tap {
    let run: ExploredRun

    func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self.run }
}
