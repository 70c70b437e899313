import UsecasesEngine

/// A graph of the paths through a use case, to judge runs with known port calls, or with known scenes only.
///
/// An exploration has only examples of values, so a call of a run can match several outcomes. A run is then at several
/// places at the same time, until a scene or a call distinguishes them. Places with equal continuations are merged.
struct WayGraph: Sendable {
    /// A call without the values among its arguments. It keeps only names that are equal in each run.
    struct Call: Sendable, Hashable {
        let operation: String
        let names: [String]
    }

    private enum Label: Hashable {
        case scene(String)
        case call(Call)
        /// `form` is `nil` for an error.
        case outcome(String, form: ValueForm?)
    }

    private struct Place: Hashable {
        struct Edge: Hashable {
            let label: Label
            let target: Int
        }

        var edges: [Edge] = []
        var goals: Set<String> = []
        var failures: Set<String> = []
    }

    private typealias Rest = (labels: ArraySlice<Label>, ending: Way.Ending)

    private let hasCalls: Bool
    private let names: Set<String>
    private var places: [Place] = []
    private var numbers: [Place: Int] = [:]
    /// The places of each run before its first scene.
    private(set) var start: Set<Int> = []

    /// Creates the graph, with or without the calls. `names` are the words that are equal in each run, such as the keys
    /// of stored values. An argument can be such a word, or begin with it.
    init(_ ways: [Way], hasCalls: Bool, names: Set<String>) {
        self.hasCalls = hasCalls
        self.names = names
        start = [number(of: ways.map { (labels(of: $0)[...], $0.ending) })]
    }

    private func labels(of way: Way) -> [Label] {
        var forms = way.forms[...]
        return way.events.flatMap { event -> [Label] in
            switch event {
            case .scene(let scene): [.scene(scene.name)]
            case .call where !hasCalls: []
            case .call(let call, let outcome):
                [.call(self.call(call)), .outcome(outcome, form: forms.popFirst() ?? nil)]
            }
        }
    }

    /// Returns the place with exactly these paths.
    private mutating func number(of rests: [Rest]) -> Int {
        var place = Place()
        var order: [Label] = []
        var following: [Label: [Rest]] = [:]
        for rest in rests {
            if let label = rest.labels.first {
                if following[label] == nil { order.append(label) }
                following[label, default: []].append((rest.labels.dropFirst(), rest.ending))
            } else {
                switch rest.ending {
                case .goal(let goal): place.goals.insert(goal.name)
                case .failure(let failure): place.failures.insert(failure)
                case .endless: break
                }
            }
        }
        for label in order {
            let target = number(of: following[label] ?? [])
            place.edges.append(Place.Edge(label: label, target: target))
        }
        if let known = numbers[place] { return known }
        numbers[place] = places.count
        places.append(place)
        return places.count - 1
    }

    private func call(_ call: PortCallName) -> Call {
        let known = call.arguments.map { argument in
            let word = String(argument.prefix { $0 != ":" })
            return names.contains(word) ? word : "…"
        }
        return Call(operation: call.operationName, names: known)
    }

    private func targets(_ alive: Set<Int>, where isMeant: (Label) -> Bool) -> Set<Int> {
        var targets: Set<Int> = []
        for place in alive {
            for edge in places[place].edges where isMeant(edge.label) { targets.insert(edge.target) }
        }
        return targets
    }

    func places(after scene: String, from alive: Set<Int>) -> Set<Int> { targets(alive) { $0 == .scene(scene) } }

    /// Returns the places during the call.
    func places(during call: PortCallName, from alive: Set<Int>) -> Set<Int> {
        let call = self.call(call)
        return targets(alive) { $0 == .call(call) }
    }

    /// Returns the places after the call. `during` are the places during the call.
    func places(after outcome: ObservedOutcome, from during: Set<Int>) -> Set<Int> {
        switch outcome {
        case .threw(let error, _): return targets(during) { $0 == .outcome(error, form: nil) }
        case .returned(let form):
            let equal = targets(during) {
                if case .outcome(_, let example?) = $0 { form == example } else { false }
            }
            guard equal.isEmpty else { return equal }
            return targets(during) {
                if case .outcome(_, let example?) = $0 { form.resembles(example) } else { false }
            }
        }
    }

    func reaches(goal: String, from alive: Set<Int>) -> Bool { alive.contains { places[$0].goals.contains(goal) } }

    func fails(with failure: String, from alive: Set<Int>) -> Bool {
        alive.contains { places[$0].failures.contains(failure) }
    }

    /// The acts of known runs at these places. The endings come last.
    func known(at alive: Set<Int>) -> [Deviation.Act] {
        let places = alive.map { self.places[$0] }
        let next = places.flatMap(\.edges).map { edge -> Deviation.Act in
            switch edge.label {
            case .scene(let scene): .enter(scene)
            case .call(let call): .call(call.text)
            case .outcome(let outcome, form: _?): .outcome(outcome)
            case .outcome(let error, form: nil): .threw(error)
            }
        }
        let goals = places.flatMap(\.goals).map { Deviation.Act.goal($0) }
        let failures = places.flatMap(\.failures).map { Deviation.Act.failure($0) }
        return [next, goals, failures].flatMap { acts in Set(acts).sorted { "\($0)" < "\($1)" } }
    }
}

extension WayGraph.Call {
    /// The call without values, such as `DataStore.get(udid)`.
    fileprivate var text: String {
        let method = operation.prefix { $0 != "(" }
        return "\(method)(\(names.joined(separator: ", ")))"
    }
}

/// The explored paths of a use case, to judge runs.
package struct KnownWays: Sendable {
    package let usecase: UsecaseDescription
    /// The scenarios in the order of their discovery.
    package let scenarios: [ScenarioName]
    let instantOperations: Set<String>
    private let numbers: [ScenarioName: Int]
    private let withCalls: WayGraph
    private let ofScenes: WayGraph

    /// Creates the known paths from an exploration with ``Explorer/Form``. `names` are the words that are equal in each
    /// run, such as the keys of stored values. An argument can be such a word, or begin with it.
    package init(_ exploration: Exploration, names: Set<String>) {
        usecase = exploration.usecase
        scenarios = exploration.scenarios.map(\.name)
        numbers = Dictionary(uniqueKeysWithValues: zip(scenarios, 0...))
        instantOperations = exploration.instantOperations
        withCalls = WayGraph(exploration.ways, hasCalls: true, names: names)
        // A path that was cut off is not a scenario.
        ofScenes = WayGraph(exploration.ways.filter { $0.scenario != nil }, hasCalls: false, names: names)
    }

    /// Returns the graph for runs with or without known calls.
    func graph(tellsCalls: Bool) -> WayGraph { tellsCalls ? withCalls : ofScenes }

    /// Returns the number of the scenario of these scenes, or `nil` if they are not a scenario.
    func scenario(_ scenes: [String], failure: String? = nil) -> Int? {
        numbers[ScenarioName(scenes: scenes, failure: failure)]
    }
}
