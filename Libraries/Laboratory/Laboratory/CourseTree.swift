public import Usecases

/// The ways of a use case, joined where they have the same beginning or the same continuation.
public struct CourseTree: Sendable, Hashable {
    /// The next call with its branches, or the end of the way.
    public indirect enum Continuation: Sendable, Hashable {
        case call(PortCallName, [Branch])
        case ending(Way.Ending)
    }

    /// Outcomes with the same continuation.
    public struct Branch: Sendable, Hashable {
        /// The names of the outcomes in the operation's catalogue.
        public var outcomes: [String]
        /// The continuation after each of these outcomes.
        public let tree: CourseTree
    }

    /// The scenes up to the next call.
    package let scenes: [SceneText]
    package let continuation: Continuation

    /// `nil` if there are no ways. All of them must have the same beginning.
    package init?(_ ways: some Sequence<Way>) {
        self.init(ways.map { ($0.events[...], $0.ending) })
    }

    private init?(_ ways: [(events: ArraySlice<Way.Event>, ending: Way.Ending)]) {
        guard let first = ways.first else { return nil }
        scenes = first.events.prefix(while: \.isScene).compactMap(\.scene)
        let rests = ways.map { (events: $0.events.drop(while: \.isScene), ending: $0.ending) }
        guard case .call(let call, _)? = rests.first?.events.first else {
            continuation = .ending(first.ending)
            return
        }
        var outcomes: [String] = []
        var waysByOutcome: [String: [(events: ArraySlice<Way.Event>, ending: Way.Ending)]] = [:]
        for rest in rests {
            guard case .call(_, let outcome)? = rest.events.first else { continue }
            if waysByOutcome[outcome] == nil { outcomes.append(outcome) }
            waysByOutcome[outcome, default: []].append((rest.events.dropFirst(), rest.ending))
        }
        var branches: [Branch] = []
        for outcome in outcomes {
            guard let tree = CourseTree(waysByOutcome[outcome] ?? []) else { continue }
            if let index = branches.firstIndex(where: { $0.tree == tree }) {
                branches[index].outcomes.append(outcome)
            } else {
                branches.append(Branch(outcomes: [outcome], tree: tree))
            }
        }
        continuation = .call(call, branches)
    }
}

extension Way.Event {
    fileprivate var scene: SceneText? {
        if case .scene(let scene) = self { scene } else { nil }
    }

    fileprivate var isScene: Bool { scene != nil }
}
