import UsecasesEngine
package import UsecasesLaboratory

/// The scenes of a use case and the steps between them, for diagrams.
package struct SceneGraph: Sendable, Hashable {
    package struct Node: Sendable, Hashable {
        /// The kind of a card in the diagram.
        public enum Kind: Sendable, Hashable {
            case basic, alternative, goal
            /// The errors that can end a scene.
            case failure
        }

        /// The identifier. Scenes have `s1`, `s2` and so on, in the order of the exploration. Errors have `e1` and so
        /// on.
        package let id: String
        package let kind: Kind
        /// The labels, one line each.
        package let labels: [String]
    }

    package struct Edge: Sendable, Hashable {
        package let from: String
        package let to: String
        /// The deciding outcomes by port, or `nil` if no outcome decides.
        package let label: String?
    }

    package let nodes: [Node]
    package let edges: [Edge]
}

extension SceneGraph {
    package init(_ exploration: Exploration) {
        var builder = SceneGraphBuilder()
        for way in exploration.ways { builder.add(way) }
        self = builder.graph
    }
}

private struct SceneGraphBuilder {
    private struct Place: Hashable {
        let kind: SceneGraph.Node.Kind
        let name: String
    }

    private struct Step: Hashable {
        let from: Place
        let to: Place
    }

    private var places: [Place] = []
    private var steps: [Step] = []
    /// The last outcomes before each step.
    private var decisions: [Step: [String]] = [:]
    private var failures: [Place: [String]] = [:]

    mutating func add(_ way: Way) {
        var current: Place?
        var outcome: String?
        for event in way.events {
            switch event {
            case .scene(let scene):
                let place = Place(kind: scene.course == .basic ? .basic : .alternative, name: scene.name)
                enter(place, from: current, deciding: outcome)
                current = place
                outcome = nil
            case .call(let call, let name):
                outcome = "\(call.port): \(name)"
            }
        }
        switch way.ending {
        case .goal(let goal):
            enter(Place(kind: .goal, name: goal.name), from: current, deciding: outcome)
        case .failure(let error):
            if let current, !failures[current, default: []].contains(error) {
                failures[current, default: []].append(error)
            }
        case .endless:
            break
        }
    }

    private mutating func enter(_ place: Place, from: Place?, deciding outcome: String?) {
        if !places.contains(place) { places.append(place) }
        guard let from else { return }
        let step = Step(from: from, to: place)
        if !steps.contains(step) { steps.append(step) }
        let decision = outcome ?? ""
        if !decisions[step, default: []].contains(decision) { decisions[step, default: []].append(decision) }
    }

    var graph: SceneGraph {
        let ids = Dictionary(uniqueKeysWithValues: places.enumerated().map { ($1, "s\($0 + 1)") })
        var nodes = places.map { SceneGraph.Node(id: ids[$0] ?? "", kind: $0.kind, labels: [$0.name]) }
        var edges = steps.map { step in
            let decided = decisions[step, default: []].filter { !$0.isEmpty }
            return SceneGraph.Edge(
                from: ids[step.from] ?? "", to: ids[step.to] ?? "",
                label: decided.isEmpty ? nil : Self.joined(decided))
        }
        for (index, place) in places.filter({ failures[$0] != nil }).enumerated() {
            nodes.append(.init(id: "e\(index + 1)", kind: .failure, labels: failures[place] ?? []))
            edges.append(.init(from: ids[place] ?? "", to: "e\(index + 1)", label: nil))
        }
        return SceneGraph(nodes: nodes, edges: edges)
    }

    /// Returns the outcomes by port, such as `DataStore: absent, false` for two outcomes of one port.
    private static func joined(_ decisions: [String]) -> String {
        var ports: [String] = []
        var outcomes: [String: [String]] = [:]
        for decision in decisions {
            let parts = decision.split(separator: ": ", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { continue }
            if outcomes[parts[0]] == nil { ports.append(parts[0]) }
            outcomes[parts[0], default: []].append(parts[1])
        }
        return ports.map { "\($0): \(outcomes[$0, default: []].joined(separator: ", "))" }.joined(separator: "; ")
    }
}
