package import Domain

/// Finds every scenario of a use case: it runs the use case itself with every combination of the outcomes of its ports.
///
/// The search is depth first: each run repeats the choices of the previous one up to the last call that has an outcome
/// left, takes the next outcome of that call, and the first outcome of each call after it.
package struct Explorer: Sendable {
    package struct Limits: Sendable, Hashable {
        /// How often a run may enter one scene with the same values.
        package var visits = 2
        /// How many scenes a run may have.
        package var scenes = 1000
        /// How many ways are followed.
        package var ways = 100_000

        package init() {}
    }

    /// Tells the form of a value that an outcome returns.
    package typealias Form = @Sendable (any Encodable) -> ValueForm

    private let limits: Limits
    private let form: Form?
    private let dependencies: @Sendable () -> Dependencies

    /// `dependencies` has a clock, a source of randomness and a journal that are the same each time it is called; its
    /// other ports are not used. With `form`, ways have ``Way/forms``.
    package init(limits: Limits = Limits(), form: Form? = nil, dependencies: @escaping @Sendable () -> Dependencies) {
        self.limits = limits
        self.form = form
        self.dependencies = dependencies
    }

    package func explore<E: Catalogued>(_ entry: E) async -> Exploration {
        let usecase = UsecaseDescription(entry)
        var ways: [Way] = []
        var findings: [Finding] = []
        func add(_ finding: Finding) {
            if !findings.contains(finding) { findings.append(finding) }
        }
        for (index, beginning) in entry.beginnings.enumerated() {
            var choices: [Int]? = []
            var last: Way?
            while let following = choices {
                guard ways.count < limits.ways else {
                    add(.tooMany(limits.ways))
                    break
                }
                let (way, taken) = await run(E.U.self, from: beginning, number: index, choosing: following)
                let (again, _) = await run(E.U.self, from: beginning, number: index, choosing: taken.map(\.choice))
                if let scene = Self.scene(whereDiffer: way, again) {
                    add(.undetermined(after: scene))
                }
                // All choices but the last one were those of the previous run.
                if let last, let scene = Self.scene(whereDiffer: way, last, choices: following.count - 1) {
                    add(.undetermined(after: scene))
                }
                if case .endless(let loop) = way.ending { add(.endless(loop)) }
                ways.append(way)
                last = way
                choices = Self.next(after: taken)
            }
        }
        for name in usecase.untranslated { add(.untranslated(name)) }
        for goals in usecase.indistinguishable where !Self.isIndistinguishable(goals, among: ways) {
            add(.distinguishable(goals.sorted()))
        }
        let reached = ways.flatMap { way in way.scenes.map(\.name) + [way.goal].compactMap(\.self) }
        let unreached = Set(usecase.scenes.map(\.name)).subtracting(reached)
        for scene in usecase.scenes where unreached.contains(scene.name) { add(.unreached(scene)) }
        return Exploration(usecase: usecase.ordered(by: reached), ways: ways, findings: findings)
    }

    private func run<U: Usecase>(
        _ usecase: U.Type, from scene: Step<U>, number: Int, choosing choices: [Int]
    ) async -> (Way, [(count: Int, choice: Int)]) {
        let run = ExploredRun(choices: choices, limits: limits, form: form)
        var dependencies = dependencies()
        dependencies.taps = [ExploringTap(run: run)]
        let actor = U.actors.min { $0.rawValue < $1.rawValue } ?? .application
        let ending: Way.Ending
        do {
            let scenario = try await U.interact(from: scene, as: actor, with: dependencies)
            ending = .goal(SceneText(.goal, scenario.goal))
        } catch {
            ending = await run.loop.map { .endless($0) } ?? .failure(error.error.name)
        }
        let way = Way(beginning: number, events: await run.events, ending: ending, forms: await run.forms)
        return (way, await run.taken)
    }

    /// Whether each of these goals is reached, and all by the same calls of the same ports, whatever their outcomes were.
    private static func isIndistinguishable(_ goals: Set<String>, among ways: [Way]) -> Bool {
        let reaching = ways.filter { $0.goal.map(goals.contains) ?? false }
        return Set(reaching.compactMap(\.goal)) == goals && Set(reaching.map(\.operations)).count == 1
    }

    /// `nil` when every outcome of every call was taken.
    private static func next(after taken: [(count: Int, choice: Int)]) -> [Int]? {
        guard let last = taken.lastIndex(where: { $0.choice + 1 < $0.count }) else { return nil }
        return taken[..<last].map(\.choice) + [taken[last].choice + 1]
    }

    /// The last scene before two ways differ, within this many choices or at all; `nil` if they do not.
    private static func scene(whereDiffer one: Way, _ other: Way, choices: Int? = nil) -> String? {
        var scene = ""
        var calls = 0
        for (first, second) in zip(one.events, other.events) {
            if case .call = first {
                calls += 1
                if let choices, calls > choices { return nil }
            }
            guard first == second else { return scene }
            if case .scene(let text) = first { scene = text.name }
        }
        guard choices == nil else { return nil }
        return one.events.count == other.events.count && one.ending == other.ending ? nil : scene
    }
}

extension Way {
    fileprivate var goal: String? {
        if case .goal(let goal) = ending { goal.name } else { nil }
    }

    /// The operations that were called, in order: what somebody who measures the time may notice.
    fileprivate var operations: [String] {
        events.compactMap { if case .call(let call, _) = $0 { "\(call.port).\(call.operation)" } else { nil } }
    }
}
