public import Usecases

/// Finds every scenario of a use case: it runs the use case itself with every combination of the outcomes of its ports.
///
/// The search is depth first: each run repeats the choices of the previous one up to the last call that has an outcome
/// left, takes the next outcome of that call, and the first outcome of each call after it.
public struct Explorer: Sendable {
    /// The bounds of an exploration.
    public struct Limits: Sendable, Hashable {
        /// How often a run may enter one scene with the same values.
        public var visits = 2
        /// How often a run may enter one scene, whatever its values are, and how many calls one scene may make.
        package var repetitions = 100
        /// How many scenes a run may have.
        public var scenes = 1000
        /// How many ways are followed.
        public var ways = 10_000
        /// How often each scene is played at least, to notice what is decided by chance: one chance in fifty shows in 19
        /// of 20 explorations. Plays in which a call fails do not count.
        package var plays = 200

        /// The default bounds.
        public init() {}
    }

    /// Tells the form of a value that an outcome returns.
    public typealias Form = @Sendable (any Encodable) -> ValueForm

    private let limits: Limits
    private let form: Form?
    private let dependencies: @Sendable () -> Dependencies

    /// `dependencies` has a clock, a source of randomness and a journal that are the same each time it is called; its
    /// other ports are not used. With `form`, ways have ``Way/forms``.
    public init(limits: Limits = Limits(), form: Form? = nil, dependencies: @escaping @Sendable () -> Dependencies) {
        self.limits = limits
        self.form = form
        self.dependencies = dependencies
    }

    /// Explores the use case from all its ``/Usecases/Usecase/beginnings``.
    public func explore<U: Usecase>(_ usecase: U.Type) async -> Exploration {
        await explore(usecase, from: U.beginnings)
    }

    /// Explores the use case from these beginnings.
    public func explore<U: Usecase>(_ usecase: U.Type, from beginnings: [Step<U>]) async -> Exploration {
        let usecase = UsecaseDescription(usecase)
        var explored = Explored<U>()
        for (number, beginning) in beginnings.enumerated() {
            // That a scene repeats with other values each time shows after many repetitions. Then it begins again, and
            // cuts each run off at a repetition of this scene, as if its values were the same.
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
        return Exploration(usecase: usecase.ordered(by: reached), ways: ways, findings: explored.findings)
    }

    /// Returns the first loop whose scenes have other values each time; then none of these ways is kept.
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
                from: beginning, number: number, choosing: following, repeating: explored.repeating)
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
            // All choices but the last one were those of the previous run.
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
        from scene: Step<U>, number: Int, choosing choices: [Int], repeating: Set<String>
    ) async -> (Explored<U>.Run, ExploredRun.Loop?) {
        let (ended, end) = AsyncStream<Never>.makeStream()
        let run = ExploredRun(choices: choices, limits: limits, repeating: repeating, form: form) { end.finish() }
        Task {
            await play(from: scene, through: run)
            end.finish()
        }
        for await _ in ended {}
        let loop = await run.loop
        let ending: Way.Ending =
            switch await run.ending {
            case .goal(let goal)?: SceneText(goal).map { .goal($0) } ?? .endless([])
            case .failure(let error)?: .failure(error.name)
            case nil: .endless(loop?.scenes ?? [])
            }
        let way = Way(beginning: number, events: await run.events, ending: ending, forms: await run.forms)
        return (
            Explored<U>.Run(
                beginning: scene, way: way, steps: await run.steps, ending: await run.ending,
                isStuck: loop?.isWithinScene ?? false),
            loop
        )
    }

    /// Plays the run once more; returns the last scene before it is another one.
    private func whereDiffers<U: Usecase>(_ run: Explored<U>.Run) async -> String? {
        let repeated = RepeatedRun(run.steps, ending: run.ending)
        await play(from: run.beginning, through: repeated)
        return await repeated.difference
    }

    private func play<U: Usecase, Run: RunTap>(from scene: Step<U>, through run: Run) async {
        var dependencies = dependencies()
        dependencies.taps = [ExploringTap(run: run)]
        let actor = U.actors.min { $0.rawValue < $1.rawValue } ?? .application
        _ = try? await U.interact(from: scene, as: actor, with: dependencies)
    }

    /// Plays runs until each scene was played as often as the limits say. Scenes with few ways come first: their runs play
    /// the scenes before them, too.
    private func repeatScenes<U: Usecase>(of explored: inout Explored<U>) async {
        // The scene in which a run fails was not played to its end.
        let names = explored.runs.map { run in
            let scenes = run.way.scenes.map(\.name)
            if case .failure = run.way.ending { return scenes.dropLast() } else { return scenes[...] }
        }
        var runs: [String: [Int]] = [:]
        var plays: [String: Int] = [:]
        // The order of a set follows from its place in memory. Memory that is kept gives the sets of later plays other places.
        var kept: [[UInt8]] = []
        for (run, names) in names.enumerated() {
            // Each was played once more already.
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
                    // What was found need not be found once more.
                    return explored.add(.undetermined(after: scene))
                }
                for name in names[run] { plays[name, default: 0] += 1 }
                next += 1
            }
        }
    }

    /// `nil` when every outcome of every call was taken.
    private static func next(after taken: [ExploredRun.Call]) -> [Int]? {
        guard let last = taken.lastIndex(where: { $0.choice + 1 < $0.count }) else { return nil }
        return taken[..<last].map(\.choice) + [taken[last].choice + 1]
    }
}

/// What was explored of a use case so far.
private struct Explored<U: Usecase> {
    struct Run {
        let beginning: Step<U>
        let way: Way
        let steps: [ExploredRun.Step]
        /// `nil` if it was cut off.
        let ending: RunEnding?
        var isStuck = false

        var calls: [ExploredRun.Call] {
            steps.compactMap { if case .call(let call) = $0 { call } else { nil } }
        }
    }

    var runs: [Run] = []
    /// The names of scenes that repeat with other values each time.
    var repeating: Set<String> = []
    private(set) var findings: [Finding] = []

    mutating func add(_ finding: Finding) {
        if !findings.contains(finding) { findings.append(finding) }
    }

    /// Whether each of these goals is reached, and all by the same calls of the same ports, whatever their outcomes were.
    func isIndistinguishable(_ goals: Set<String>) -> Bool {
        let reaching = runs.map(\.way).filter { $0.goal.map(goals.contains) ?? false }
        return Set(reaching.compactMap(\.goal)) == goals && Set(reaching.map(\.operations)).count == 1
    }

    /// The calls that change something and lead to the same goal, with the same values, whether or not they fail. One that
    /// is repeated and then succeeds is not meant.
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

/// A point that runs with the same choices reach.
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

    /// The operations that were called, in order: what somebody who measures the time may notice.
    fileprivate var operations: [String] {
        events.compactMap { if case .call(let call, _) = $0 { "\(call.port).\(call.operation)" } else { nil } }
    }

    /// The last scene before another way differs within this many choices; `nil` if it does not.
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
