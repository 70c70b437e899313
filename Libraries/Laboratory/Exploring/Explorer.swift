import Synchronization
public import UsecasesEngine

/// Finds every scenario of a use case. It runs the use case itself with every combination of the outcomes of its ports.
///
/// The search is depth first. Each run repeats the choices of the previous one up to the last call with an untried
/// outcome. It chooses the next outcome of that call, and the first outcome of each later call.
public struct Explorer: Sendable {
    /// The bounds of an exploration.
    public struct Limits: Sendable, Hashable {
        /// The maximum number of entries into one scene with equal values in a run.
        public var visits = 2
        /// The maximum number of entries into one scene with any values, and of calls of a scene.
        package var repetitions = 100
        /// The maximum number of scenes in a run.
        public var scenes = 1000
        /// The maximum number of paths.
        public var ways = 10_000
        /// The minimum number of plays of each scene, to detect randomness. A probability of one in fifty is detected
        /// in 19 of 20 explorations. Plays with a failed call do not count. With 0, each path is played only once.
        package var plays = 200

        /// The default bounds.
        public init() {}
    }

    /// Returns the form of a value that an outcome returns.
    public typealias Form = @Sendable (any Encodable) -> ValueForm

    private let limits: Limits
    private let form: Form?
    private let dependencies: @Sendable () -> Dependencies

    /// Creates an explorer. `dependencies` provides a clock, a source of randomness and a journal that behave equally
    /// each time it is called. Its other ports are not used. With `form`, paths have ``Way/forms``.
    public init(limits: Limits = Limits(), form: Form? = nil, dependencies: @escaping @Sendable () -> Dependencies) {
        self.limits = limits
        self.form = form
        self.dependencies = dependencies
    }

    /// Explores the use case from all of its ``/UsecasesEngine/Usecase/beginnings``.
    public func explore<U: Usecase>(_ usecase: U.Type) async -> Exploration {
        await explore(usecase, from: U.beginnings)
    }

    /// Explores the use case from these beginnings.
    public func explore<U: Usecase>(_ usecase: U.Type, from beginnings: [Step<U>]) async -> Exploration {
        let usecase = UsecaseDescription(usecase)
        var explored = Explored<U>()
        for (number, beginning) in beginnings.enumerated() {
            // A scene that repeats with different values is detected only after many repetitions. The exploration then
            // restarts, and cuts each run off at a repetition of this scene, as if its values were equal.
            while let loop = await explore(from: beginning, number, &explored) {
                explored.repeating.insert(loop.scene)
                explored.add(.repeating(loop.scenes, changing: loop.changing))
            }
        }
        await repeatScenes(of: &explored)
        for name in usecase.untranslated { explored.add(.untranslated(name)) }
        for goals in usecase.indistinguishable where !explored.isIndistinguishable(goals) {
            explored.add(.distinguishable(goals.sorted()))
        }
        for finding in explored.swallowedErrors { explored.add(finding) }
        let ways = explored.runs.map(\.way)
        let reached = ways.flatMap { way in way.scenes.map(\.name) + [way.goal].compactMap(\.self) }
        let unreached = Set(usecase.scenes.map(\.name)).subtracting(reached)
        for scene in usecase.scenes where unreached.contains(scene.name) { explored.add(.unreached(scene)) }
        return Exploration(
            usecase: usecase.ordered(by: reached), ways: ways, findings: explored.findings,
            instantOperations: explored.runs.reduce(into: []) { $0.formUnion($1.instantOperations) })
    }

    /// Returns the first loop whose scenes have different values each time. In that case, none of these paths is kept.
    private func explore<U: Usecase>(
        from beginning: Step<U>, _ number: Int, _ explored: inout Explored<U>
    ) async -> ExploredRun.Loop? {
        let others = explored.runs.count
        var choices: [Int]? = []
        while let following = choices {
            guard explored.runs.count < limits.ways else {
                explored.add(.tooMany(limits.ways))
                break
            }
            let (run, loop) = await self.run(
                from: beginning, number: number, choosing: following, repeating: explored.repeating,
                known: explored.runs.last?.passed ?? [])
            if let loop, !explored.repeating.contains(loop.scene) {
                guard loop.changing.isEmpty else {
                    explored.runs.removeSubrange(others...)
                    return loop
                }
                explored.add(.endless(loop.scenes))
                if loop.isWithinScene {
                    explored.runs.append(run)
                    break
                }
            }
            if let scene = await whereDiffers(run) { explored.add(.undetermined(after: scene)) }
            // All choices except the last one are equal to the choices of the previous run.
            if explored.runs.count > others, let last = explored.runs.last,
                let scene = run.way.scene(whereDiffers: last.way, choices: following.count - 1)
            {
                explored.add(.undetermined(after: scene))
            }
            explored.runs.append(run)
            choices = Self.next(after: run.calls)
        }
        return nil
    }

    private func run<U: Usecase>(
        from scene: Step<U>, number: Int, choosing choices: [Int], repeating: Set<String>, known: [ExploredRun.Passed]
    ) async -> (Explored<U>.Run, ExploredRun.Loop?) {
        let (ended, end) = AsyncStream<Never>.makeStream()
        let run = ExploredRun(choices: choices, limits: limits, repeating: repeating, known: known, form: form) {
            end.finish()
        }
        Task {
            await play(from: scene, through: run)
            end.finish()
        }
        for await _ in ended {}
        let loop = await run.loop
        var reached: TappedScene?
        let ending: Way.Ending
        switch await run.ending {
        case .goal(let goal)?:
            reached = goal
            ending = SceneText(goal).map { .goal($0) } ?? .endless([])
        case .failure(let error)?: ending = .failure(error.name)
        case nil: ending = .endless(loop?.scenes ?? [])
        }
        let way = Way(
            beginning: number, events: await run.events, ending: ending, forms: await run.forms,
            failures: await run.failures, changes: await run.changes, reached: reached)
        return (
            Explored<U>.Run(
                beginning: scene, way: way, steps: await run.steps, ending: await run.ending,
                isStuck: loop?.isWithinScene ?? false, instantOperations: run.instantOperations.withLock { $0 }),
            loop
        )
    }

    /// Plays the run once more, and returns the last scene before it differs. Without plays to detect randomness, it
    /// returns `nil` immediately.
    private func whereDiffers<U: Usecase>(_ run: Explored<U>.Run) async -> String? {
        guard limits.plays > 0 else { return nil }
        let repeated = RepeatedRun(run.steps, ending: run.ending)
        await play(from: run.beginning, through: repeated)
        return await repeated.difference
    }

    func play<U: Usecase, Run: RunTap>(from scene: Step<U>, through run: Run) async {
        var dependencies = dependencies()
        dependencies.taps = [ExploringTap(run: run)]
        let actor = U.actors.min { $0.rawValue < $1.rawValue } ?? .application
        _ = try? await U.interact(from: scene, as: actor, with: dependencies)
    }

    /// Plays runs until each scene was played as often as the limits require. Scenes with few paths come first, because
    /// their runs also play the scenes before them.
    private func repeatScenes<U: Usecase>(of explored: inout Explored<U>) async {
        // A run does not complete its last scene if it fails.
        let names = explored.runs.map { run in
            let scenes = run.way.scenes.map(\.name)
            if case .failure = run.way.ending { return scenes.dropLast() } else { return scenes[...] }
        }
        var runs: [String: [Int]] = [:]
        var plays: [String: Int] = [:]
        // The order of a set depends on its address. Allocated memory gives the sets of later plays new addresses.
        var kept: [[UInt8]] = []
        for (run, names) in names.enumerated() {
            // Each scene was already played twice.
            for name in names { plays[name, default: 0] += 2 }
            for name in Set(names) { runs[name, default: []].append(run) }
        }
        for (scene, own) in runs.sorted(by: { ($0.value.count, $0.key) < ($1.value.count, $1.key) }) {
            // A scene that never ends cannot be left.
            guard !own.contains(where: { explored.runs[$0].isStuck }) else { continue }
            var next = 0
            while plays[scene, default: 0] < limits.plays {
                let run = own[next % own.count]
                if next % 20 == 0 { kept += stride(from: 1, to: 2048, by: 16).map { [UInt8](repeating: 0, count: $0) } }
                if let scene = await whereDiffers(explored.runs[run]) {
                    // A second finding is not needed.
                    return explored.add(.undetermined(after: scene))
                }
                for name in names[run] { plays[name, default: 0] += 1 }
                next += 1
            }
        }
    }

    /// Returns the next choices, or `nil` when every outcome of every call was chosen.
    private static func next(after taken: [ExploredRun.Call]) -> [Int]? {
        guard let last = taken.lastIndex(where: { $0.choice + 1 < $0.count }) else { return nil }
        return taken[..<last].map(\.choice) + [taken[last].choice + 1]
    }
}

/// The explored part of a use case.
private struct Explored<U: Usecase> {
    struct Run {
        let beginning: Step<U>
        let way: Way
        let steps: [ExploredRun.Step]
        /// The ending of the run, or `nil` if it was cut off.
        let ending: RunEnding?
        var isStuck = false
        /// See ``Exploration/instantOperations``.
        let instantOperations: Set<String>

        var calls: [ExploredRun.Call] {
            steps.compactMap { if case .call(let call) = $0 { call } else { nil } }
        }

        var passed: [ExploredRun.Passed] {
            let scenes = steps.compactMap { if case .scene(let scene) = $0 { scene } else { nil } }
            return Array(zip(scenes, way.scenes))
        }
    }

    var runs: [Run] = []
    /// The names of scenes that repeat with different values each time.
    var repeating: Set<String> = []
    private(set) var findings: [Finding] = []

    mutating func add(_ finding: Finding) {
        if !findings.contains(finding) { findings.append(finding) }
    }

    /// Returns whether all of these goals are reached, and by equal port calls, regardless of their outcomes.
    func isIndistinguishable(_ goals: Set<String>) -> Bool {
        let reaching = runs.map(\.way).filter { $0.goal.map(goals.contains) ?? false }
        return Set(reaching.compactMap(\.goal)) == goals && Set(reaching.map(\.operations)).count == 1
    }

    /// The findings for calls with side effects that lead to one goal with equal values, whether they succeed or fail.
    /// A failed call that is repeated successfully is excluded.
    var swallowedErrors: [Finding] {
        var goals: [Place: Set<TappedScene>] = [:]
        var failed: [(place: Place, call: PortCallName, goal: TappedScene)] = []
        for run in runs {
            guard case .goal(let goal)? = run.ending else { continue }
            let calls = run.calls
            for (index, call) in calls.enumerated() where call.changes {
                let place = Place(beginning: run.way.beginning, choices: calls[..<index].map(\.choice))
                if !call.isFailure {
                    goals[place, default: []].insert(goal)
                } else if !calls[(index + 1)...].contains(where: { $0.isRepetition(of: call) && !$0.isFailure }) {
                    failed.append((place, call.name, goal))
                }
            }
        }
        return failed.filter { goals[$0.place]?.contains($0.goal) ?? false }.map {
            .swallowed("\($0.call)", goal: $0.goal.name)
        }
    }
}

/// A point that runs with equal choices reach.
private struct Place: Hashable {
    let beginning: Int
    let choices: [Int]
}

extension ExploredRun.Call {
    fileprivate func isRepetition(of other: ExploredRun.Call) -> Bool {
        name.port == other.name.port && name.operation == other.name.operation && subject == other.subject
    }
}

extension Way {
    fileprivate var goal: String? {
        if case .goal(let goal) = ending { goal.name } else { nil }
    }

    /// The called operations, in order. An observer may detect them by measuring the time.
    fileprivate var operations: [String] {
        events.compactMap { if case .call(let call, _) = $0 { call.operationName } else { nil } }
    }

    /// Returns the last scene before the other path differs within this many choices, or `nil` if it does not differ.
    fileprivate func scene(whereDiffers other: Way, choices: Int) -> String? {
        var scene = ""
        var calls = 0
        for (first, second) in zip(events, other.events) {
            if case .call = first {
                calls += 1
                if calls > choices { return nil }
            }
            guard first == second else { return scene }
            if case .scene(let text) = first { scene = text.name }
        }
        return nil
    }
}
