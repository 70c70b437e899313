import UsecasesEngine

/// A value that is drawn instead of an example.
enum DrawnPlace: Hashable, Sendable {
    /// The input of the actor.
    case input
    /// The result of a call, by its index among the calls of a path.
    case call(Int)
}

/// A tap that answers the calls of one run with the outcomes of a path. One of them is drawn.
///
/// After a call that the path does not have, each call has the first outcome of its catalogue.
actor DrawnRun: RunTap {
    /// The maximum number of scenes and of calls in a run. Code that repeats itself is cut off there.
    private static let bound = 1000

    private var outcomes: [(operation: String, outcome: String)]
    private let place: DrawnPlace?
    private(set) var choices: RandomChoices
    private var calls = 0
    /// The calls with an outcome from which values can be drawn.
    private(set) var places: [(place: DrawnPlace, name: String)] = []
    private var scenes: [String] = []
    /// The scenario, or `nil` if the run was cut off.
    private(set) var scenario: ScenarioName?

    init(along way: Way, drawing place: DrawnPlace?, by choices: RandomChoices) {
        outcomes = way.events.compactMap { event in
            if case .call(let call, let outcome) = event { (call.operationName, outcome) } else { nil }
        }
        self.place = place
        self.choices = choices
    }

    func enter(_ scene: TappedScene) throws(ErrorWrapper) {
        scenes.append(scene.name)
        guard scenes.count < Self.bound else { throw .interrupted }
    }

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) throws(ErrorWrapper) -> Value {
        let (index, catalogue) = (calls, operation.outcomes)
        calls += 1
        if index < outcomes.count, outcomes[index].operation != operation.call.operationName {
            outcomes.removeSubrange(index...)
        }
        let known = index < outcomes.count ? catalogue.first { $0.name == outcomes[index].outcome } : nil
        guard let chosen = known ?? catalogue.first, calls < Self.bound else { throw .interrupted }
        guard let draw = chosen.draw else { return try chosen.result.get() }
        places.append((.call(index), "\(operation.call.operationName): \(chosen.name)"))
        return place == .call(index) ? draw(&choices) : try chosen.result.get()
    }

    nonisolated func answer<Value>(_ operation: PortOperation<Value>, performing: () -> Value) -> Value {
        performing()
    }

    func end(_ ending: RunEnding) {
        guard scenes.count < Self.bound, calls < Self.bound else { return }
        scenario =
            switch ending {
            case .goal(let goal): ScenarioName(scenes: scenes + [goal.name], failure: nil)
            case .failure(let error): ScenarioName(scenes: scenes, failure: error.name)
            }
    }
}
