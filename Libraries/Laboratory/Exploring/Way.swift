public import UsecasesEngine

/// A path through a use case, with the outcomes of its ports and the scenes that follow.
public struct Way: Sendable, Hashable {
    /// A scene that was entered, or a call with its outcome.
    public enum Event: Sendable, Hashable {
        /// The scene was entered.
        case scene(SceneText)
        /// A call was answered. `outcome` is the name in the operation's catalogue.
        case call(PortCallName, outcome: String)
    }

    /// The end of a path.
    public enum Ending: Sendable, Hashable {
        /// The goal that was reached.
        case goal(SceneText)
        /// The name of the error's case.
        case failure(String)
        /// The path was cut off, because these scenes form an endless loop, or because it has too many scenes.
        case endless([String])
    }

    /// The index of the path's beginning in the use case, counted from 0.
    public let beginning: Int
    /// The scenes and calls in order, without the goal.
    public let events: [Event]
    /// The end of the path.
    public let ending: Ending
    /// The form of each call's result, in order, or `nil` for an error. Empty unless the explorer collects forms.
    public var forms: [ValueForm?] = []
    /// The indices of the events that are failed calls.
    package var failures: [Int] = []
    /// The indices of the events that are calls of operations with side effects.
    package var changes: [Int] = []
    /// The goal with its values, or `nil` if none was reached.
    package var reached: TappedScene?

    /// The names of the called ports, in order.
    package var ports: [String] { events.compactMap { if case .call(let call, _) = $0 { call.port } else { nil } } }

    /// The scenes in order, without the goal.
    public var scenes: [SceneText] {
        events.compactMap { if case .scene(let scene) = $0 { scene } else { nil } }
    }
}

/// A scene as text.
public struct SceneText: Sendable, Hashable {
    package let course: Course
    package let name: String
    /// The values with their labels, in alphabetical order. Each is on one line, such as `udid: 0198…`.
    package let values: [String]

    package init(_ course: Course, _ declared: any SceneName) {
        self.course = course
        name = declared.name
        values = declared.values.sorted { $0.key < $1.key }.map { label, value in
            "\(label): \(optionalText(of: value, none: "none").onOneLine)"
        }
    }

    /// Creates the text, or returns `nil` for a scene that no use case declares.
    init?(_ scene: TappedScene) {
        guard let declared = scene.declared as? any SceneName else { return nil }
        self.init(scene.course, declared)
    }

    private init(_ course: Course, _ name: String, _ values: [String]) {
        self.course = course
        self.name = name
        self.values = values
    }

    /// Returns the scene with a different name.
    package func named(_ name: String) -> SceneText { SceneText(course, name, values) }

    fileprivate var outline: SceneText { SceneText(course, name, []) }
}

/// Returns the description of a value without `Optional(…)`, and `none` for `nil`.
func optionalText(of value: Any, none: String) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return "\(value)" }
    return mirror.children.first.map { optionalText(of: $0.value, none: none) } ?? none
}

extension Way {
    /// Whether the run ends with the error of a failed call, and no scene follows the call.
    fileprivate var endsWithFailedCall: Bool {
        let lastScene = events.lastIndex(where: \.isScene) ?? -1
        guard let failure = failures.first(where: { $0 > lastScene }),
            case .call(_, let outcome) = events[failure]
        else { return false }
        return ending == .failure(outcome)
    }
}

/// The paths of a use case, joined where they have equal beginnings or equal continuations.
public struct CourseTree: Sendable, Hashable {
    /// The next call with its branches, or the end of the path.
    public indirect enum Continuation: Sendable, Hashable {
        /// The next call, with a branch for each continuation.
        case call(PortCallName, [Branch])
        /// The path ends with the error of the failed call.
        case failedCall
        /// The path ends otherwise.
        case ending(Way.Ending)
    }

    private typealias Rest = (events: ArraySlice<Way.Event>, end: Continuation)

    /// Outcomes with equal continuations.
    public struct Branch: Sendable, Hashable {
        /// The names of the outcomes in the operation's catalogue.
        public var outcomes: [String]
        /// The continuation after each of these outcomes.
        public let tree: CourseTree
    }

    /// The scenes up to the next call.
    package let scenes: [SceneText]
    package let continuation: Continuation

    /// Creates the tree, or returns `nil` if `ways` is empty. All paths must have the same beginning. `isOutline` omits the
    /// values of scenes, and the arguments of calls except for the names of stored values. More continuations are then
    /// equal.
    package init?(_ ways: some Sequence<Way>, isOutline: Bool = false) {
        self.init(
            ways.map { way in
                (
                    isOutline ? way.events.map(\.outline)[...] : way.events[...],
                    way.endsWithFailedCall ? .failedCall : .ending(isOutline ? way.ending.outline : way.ending)
                )
            })
    }

    private init?(_ ways: [Rest]) {
        guard let first = ways.first else { return nil }
        scenes = first.events.prefix(while: \.isScene).compactMap(\.scene)
        let rests = ways.map { (events: $0.events.drop(while: \.isScene), end: $0.end) }
        guard case .call(let call, _)? = rests.first?.events.first else {
            continuation = first.end
            return
        }
        var outcomes: [String] = []
        var waysByOutcome: [String: [Rest]] = [:]
        for rest in rests {
            guard case .call(_, let outcome)? = rest.events.first else { continue }
            if waysByOutcome[outcome] == nil { outcomes.append(outcome) }
            waysByOutcome[outcome, default: []].append((rest.events.dropFirst(), rest.end))
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

    fileprivate var outline: Self {
        switch self {
        case .scene(let scene): .scene(scene.outline)
        case .call(let call, let outcome): .call(call.outline, outcome: outcome)
        }
    }
}

extension Way.Ending {
    fileprivate var outline: Self {
        if case .goal(let goal) = self { .goal(goal.outline) } else { self }
    }
}

extension PortCallName {
    fileprivate var outline: Self {
        let arguments = arguments.map { argument in
            // A value may follow its name, as in `hasMetUser: true`.
            let parts = argument.split(separator: ": ", maxSplits: 1)
            guard port == Port<any DataStore>.name, let name = parts.first, name.isWord else { return "…" }
            return parts.count == 1 ? argument : "\(name): \(parts[1].isWord ? parts[1] : "…")"
        }
        return PortCallName(port: port, operation: operation, arguments: arguments)
    }
}

extension Substring {
    fileprivate var isWord: Bool { allSatisfy { $0.isLetter || $0.isNumber } }
}
