import Usecases

/// A graph of the paths through a use case, to judge runs with known port calls.
///
/// An exploration has only examples of values, so a call of a run can match several outcomes. A run is then at several
/// places at the same time, until a scene or a call distinguishes them. Places with equal continuations are merged.
struct CallWays: Sendable {
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

    private let names: Set<String>
    private var places: [Place] = []
    private var numbers: [Place: Int] = [:]
    /// The places of each run before its first scene.
    private(set) var start: Set<Int> = []

    /// Creates the graph. `names` are the words that are equal in each run, such as the keys of stored values. An
    /// argument can be such a word, or begin with it.
    init(_ ways: [Way], names: Set<String>) {
        self.names = names
        start = [number(of: ways.map { (labels(of: $0)[...], $0.ending) })]
    }

    private func labels(of way: Way) -> [Label] {
        var forms = way.forms[...]
        return way.events.flatMap { event -> [Label] in
            switch event {
            case .scene(let scene): [.scene(scene.name)]
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

    /// The acts of known runs at these places.
    func known(at alive: Set<Int>) -> [Deviation.Act] {
        var acts: Set<Deviation.Act> = []
        for place in alive.map({ places[$0] }) {
            for edge in place.edges {
                switch edge.label {
                case .scene(let scene): acts.insert(.enter(scene))
                case .call(let call): acts.insert(.call(call.text))
                case .outcome(let outcome, form: _?): acts.insert(.outcome(outcome))
                case .outcome(let error, form: nil): acts.insert(.threw(error))
                }
            }
            acts.formUnion(place.goals.map { .goal($0) })
            acts.formUnion(place.failures.map { .failure($0) })
        }
        return acts.sorted { "\($0)" < "\($1)" }
    }
}

extension CallWays.Call {
    /// The call without values, such as `DataStore.get(udid)`.
    fileprivate var text: String {
        let method = operation.prefix { $0 != "(" }
        return "\(method)(\(names.joined(separator: ", ")))"
    }
}

/// The explored paths of a use case, to judge runs.
package struct KnownWays: Sendable {
    package let usecase: UsecaseDescription
    let scenes: SceneWays
    let calls: CallWays
    let instantOperations: Set<String>

    /// Creates the known paths from an exploration with ``Explorer/Form``. `names` are the words that are equal in each
    /// run, such as the keys of stored values. An argument can be such a word, or begin with it.
    package init(_ exploration: Exploration, names: Set<String>) {
        usecase = exploration.usecase
        scenes = SceneWays(exploration)
        calls = CallWays(exploration.ways, names: names)
        instantOperations = exploration.instantOperations
    }

    /// The scenarios in the order of their discovery.
    package var scenarios: [ScenarioName] { scenes.scenarios }
}
