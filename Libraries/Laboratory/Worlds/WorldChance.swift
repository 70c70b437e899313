import UsecasesEngine

/// Random worlds beyond the bounds of an exhaustive search. Equal seeds produce equal worlds, in the same order, on every
/// machine.
///
/// Each combination of runs is played four times: one run after the other, step by step in turn, and by priorities for
/// orders of two and of three events. Every other one begins after runs that took a use case to a new course before.
package struct WorldChance: Sendable {
    /// The numbers of events whose order the priorities look for.
    package static let depths = [2, 3]
    /// The maximum number of servers in a world, if the application has turns of servers.
    private static let servers = 3
    /// The number of worlds of each combination.
    package static let worldsOfPlan = 2 + depths.count
    /// The number of combinations that are played at the same time.
    private static let width = 4
    /// The number of combinations that begin after what those before them have discovered.
    private static let round = 32
    /// The number of worlds that are searched for a smaller form of a broken one, each time that something is left out.
    private static let reductionLimit = 1_000

    /// The size of a random search.
    package struct Extent: Sendable, Hashable {
        package let seed: UInt64
        package let bounds: WorldSurvey.Bounds
        package var worlds = 0
        package var plans = 0
        /// The largest number of processes in a combination.
        package var processes = 0
        /// The largest number of steps of a combination.
        package var steps = 0
        /// Whether the search was stopped before its end.
        package var isCut = false

        fileprivate mutating func add(_ combination: Combination) {
            worlds += combination.result.count.worlds
            plans += 1
            processes = max(processes, combination.processes)
            steps = max(steps, combination.steps)
        }

        /// Returns the number n, if a world that looks for an order of `depth` events has it with a probability of at least 1 / n.
        package func worlds(forDepth depth: Int) -> Int {
            PrioritySchedule.worlds(forDepth: depth, processes: processes, steps: steps)
        }
    }

    private let search: WorldSearch
    private let plannedRuns: [PlannedRun]
    private let bounds: WorldSurvey.Bounds
    private let seed: UInt64

    package init(_ plannedRuns: [PlannedRun], search: WorldSearch, bounds: WorldSurvey.Bounds, seed: UInt64) {
        self.search = search
        self.plannedRuns = plannedRuns
        self.bounds = bounds
        self.seed = seed
    }

    /// Plays this many worlds, up to the end of a combination, or fewer if the search is stopped. Adds them to the report of
    /// a survey.
    package func run(
        worlds: Int, after survey: WorldSurvey.Report = WorldSurvey.Report(),
        progress: @Sendable (WorldSurvey.Report) -> Void
    ) async -> WorldSurvey.Report {
        var report = survey
        var own = WorldSurvey.Report()
        let playable = WorldSurvey(plannedRuns, search: search, bounds: bounds).playable(&own)
        if report.plannedRuns.isEmpty {
            (report.plannedRuns, report.leftOut, report.missingPorts) = (own.plannedRuns, own.leftOut, own.missingPorts)
        }
        report.chance = Extent(seed: seed, bounds: bounds, isCut: own.isCut)
        guard !playable.isEmpty else { return report }
        await withTaskGroup(of: (Int, Combination).self) { group in
            let combinations = worlds / Self.worldsOfPlan + (worlds % Self.worldsOfPlan > 0 ? 1 : 0)
            var (next, merged) = (0, 0)
            var played: [Int: Combination] = [:]
            var (discoveries, pasts) = (Discoveries(), [[WorldPlan.Part]]())
            func add() {
                while next < combinations, next - merged - played.count < Self.width,
                    next / Self.round <= merged / Self.round, search.continues()
                {
                    group.addTask { [number = next, pasts] in (number, play(number, playable, after: pasts)) }
                    next += 1
                }
            }
            add()
            for await (number, combination) in group {
                played[number] = combination
                // The first world of each invariant, and the pasts, must not depend on timing.
                while let combination = played.removeValue(forKey: merged) {
                    merge(combination, into: &report)
                    merged += 1
                    discoveries.add(combination)
                    if merged.isMultiple(of: Self.round) { pasts = discoveries.pasts }
                }
                progress(report)
                add()
            }
        }
        report.chance?.isCut = !search.continues()
        return report
    }

    private func merge(_ combination: Combination, into report: inout WorldSurvey.Report) {
        var result = combination.result
        report.plans += 1
        report.count += result.count
        report.chance?.add(combination)
        result.broken.removeAll { broken in report.broken.contains { $0.name == broken.name } }
        result.broken = result.broken.map { search.explained(reduced($0)).found(like: $0) }
        report.merge(result)
    }

    // MARK: Worlds

    /// The worlds of a combination of runs.
    fileprivate struct Combination: Sendable {
        let number: Int
        let plan: WorldPlan
        /// The runs one after the other. They are empty until then.
        var runs: [WorldRun] = []
        var result = WorldSearch.Result()
        var processes = 0
        var steps = 0

        mutating func add(_ world: WorldSearch.Result) {
            let index = number * WorldChance.worldsOfPlan + result.count.worlds + 1
            result.count += world.count
            result.exercised.merge(world.exercised, uniquingKeysWith: +)
            result.stuck = result.stuck ?? world.stuck
            result.broken.add(
                world.broken.map {
                    var broken = $0
                    broken.number = index
                    return broken
                })
        }
    }

    /// Runs after which others take courses that they take only after some runs, such as those of a user who is logged in.
    private struct Discoveries {
        /// The maximum number of runs in a past.
        private static let limit = 6

        private var courses: Set<[String]> = []
        private(set) var pasts: [[WorldPlan.Part]] = []

        /// Adds the runs of the combination up to each one that took a new course.
        mutating func add(_ combination: Combination) {
            let plan = combination.plan
            let parts = plan.parts.flatMap { part in
                part.plannedRuns.filter { !$0.isTurn }.map { WorldPlan.Part(device: part.device, plannedRuns: [$0]) }
            }
            var (count, last) = (0, -1)
            for run in combination.runs {
                if run.actor != nil, !run.isServers { count += 1 }
                let scenes = run.scenes + [run.goal].compactMap(\.self)
                guard courses.insert([run.usecase] + scenes.map(\.name)).inserted, count > last else { continue }
                last = count
                let past = plan.prologue + parts.prefix(count)
                if past.count <= Self.limit { pasts.append(past) }
            }
        }
    }

    /// Plays the worlds of the combination with this number.
    private func play(_ number: Int, _ playable: [PlannedRun], after pasts: [[WorldPlan.Part]]) -> Combination {
        var dice = Dice(seed: seed, number)
        var plan = plan(of: playable, after: pasts, &dice)
        var combination = Combination(number: number, plan: plan)
        let serial = serial(plan)
        combination.runs = serial.world.runs
        combination.add(serial.result)
        let actors = plan.parts.filter { !$0.plannedRuns.allSatisfy(\.isTurn) }
        // Servers without a run to play would only make the order of the others less likely.
        if !actors.isEmpty, !serial.world.runs.contains(where: { $0.queued != nil }) { plan.parts = actors }
        guard search.continues() else { return combination }
        let alternating = alternating(plan)
        combination.add(alternating.result)
        combination.processes = Set(alternating.moves.map(\.process)).count { $0 >= 0 }
        combination.steps = Self.steps(serial.moves, alternating.moves)
        for depth in Self.depths where search.continues() {
            plan.faults = dice.roll(bounds.faults + 1)
            plan.crashes = dice.roll(bounds.crashes + 1)
            plan.passings = dice.roll(bounds.passings + 1)
            let schedule = PrioritySchedule(of: plan, depth: depth, steps: combination.steps, dice.split())
            combination.add(play(plan, by: schedule))
        }
        return combination
    }

    /// Plays one run after the other.
    func serial(_ plan: WorldPlan) -> (result: WorldSearch.Result, moves: [Move], world: World) {
        play(plan) { $0.first }
    }

    /// Plays one step of each process in turn.
    func alternating(_ plan: WorldPlan) -> (result: WorldSearch.Result, moves: [Move], world: World) {
        var turns: [Int: Int] = [:]
        return play(plan) { moves in
            let move = moves.min { turns[$0.process, default: 0] < turns[$1.process, default: 0] }
            if let move { turns[move.process, default: 0] += 1 }
            return move
        }
    }

    /// Returns the steps of a plan. A run can take more of them if it finds what others have done, or if it does not.
    static func steps(_ serial: [Move], _ alternating: [Move]) -> Int {
        func counts(_ moves: [Move]) -> [Int: Int] { Dictionary(grouping: moves, by: \.process).mapValues(\.count) }
        return counts(serial).merging(counts(alternating), uniquingKeysWith: max).values.reduce(0, +)
    }

    /// Plays the world of this schedule.
    func play(_ plan: WorldPlan, by schedule: PrioritySchedule) -> WorldSearch.Result {
        var schedule = schedule
        return play(plan) { schedule.next(of: $0) }.result
    }

    private func play(
        _ plan: WorldPlan, choosing next: ([Move]) -> Move?
    ) -> (result: WorldSearch.Result, moves: [Move], world: World) {
        var result = WorldSearch.Result()
        let (world, origin) = (search.world(of: plan), plan.fingerprint)
        var moves: [Move] = []
        while let move = next(world.moves) {
            moves.append(move)
            world.make(move)
            result.count.states.insert(origin.adding(world.fingerprint))
        }
        result.count.moves = moves.count
        result.stuck = world.stuck
        if result.stuck == nil { result.add(world, after: moves, plan, judgedBy: search) }
        world.abandon()
        return (result, moves, world)
    }

    /// Returns runs of each actor, after earlier ones, and the turns of some servers.
    private func plan(
        of playable: [PlannedRun], after pasts: [[WorldPlan.Part]], _ dice: inout Dice
    ) -> WorldPlan {
        let others = playable.filter { !$0.isTurn }
        let runs = others.isEmpty ? playable : others
        var parts = (0..<bounds.actors).map { actor in
            let count = 1 + dice.roll(bounds.runs)
            return WorldPlan.Part(
                device: dice.roll(actor + 1), plannedRuns: (0..<count).map { _ in runs[dice.roll(runs.count)] })
        }
        var before = (0..<dice.roll(bounds.depth + 1)).map { _ in
            WorldPlan.Part(device: parts[dice.roll(parts.count)].device, plannedRuns: [runs[dice.roll(runs.count)]])
        }
        if bounds.depth > 0, !pasts.isEmpty, dice.roll(2) == 0 { before = pasts[dice.roll(pasts.count)] }
        if let turn = playable.first(where: \.isTurn) {
            for _ in 0..<dice.roll(Self.servers + 1) {
                let turns = Array(repeating: turn, count: 1 + dice.roll(bounds.runs))
                parts.append(WorldPlan.Part(device: 0, plannedRuns: turns))
            }
        }
        return WorldPlan(prologue: before, parts: parts)
    }

    // MARK: Reduction

    /// Returns the world without runs and disturbances that are not needed for the violation. They are removed one after
    /// the other.
    private func reduced(_ broken: BrokenWorld) -> BrokenWorld {
        func first(of worlds: [BrokenWorld], _ check: (BrokenWorld) -> BrokenWorld?) -> BrokenWorld? {
            for world in worlds { if let found = check(world) { return found } }
            return nil
        }
        var smallest = broken
        while let next = first(of: smallest.withOneLess, replayed) ?? first(of: smallest.withOneLess, searched) {
            smallest = next
        }
        return searched(smallest) ?? smallest
    }

    /// Plays the moves of the world, as far as they are possible. Returns the result if it still violates the invariant.
    private func replayed(_ broken: BrokenWorld) -> BrokenWorld? {
        guard search.continues() else { return nil }
        var left = broken.moves[...]
        let result = play(broken.plan) { possible in
            while let move = left.popFirst() {
                if possible.contains(move) { return move }
            }
            return possible.first
        }.result
        return result.broken.first { $0.name == broken.name }
    }

    /// Searches the plan of the world for a violation with few switches between runs.
    private func searched(_ broken: BrokenWorld) -> BrokenWorld? {
        var search = search
        for switches in 0...Self.depths.count {
            search.switches = switches
            let found = search.search(broken.plan, atMost: Self.reductionLimit).broken
            if let world = found.first(where: { $0.name == broken.name }) { return world }
        }
        return nil
    }
}

extension BrokenWorld {
    /// The world with one disturbance less, or with one run less. Its moves may no longer be possible.
    fileprivate var withOneLess: [BrokenWorld] {
        var worlds: [BrokenWorld] = []
        func add(_ moves: [Move]? = nil, _ change: (inout WorldPlan) -> Void) {
            var plan = plan
            change(&plan)
            guard !plan.parts.isEmpty else { return }
            worlds.append(
                BrokenWorld(
                    name: name, sentence: sentence, breach: breach, plan: plan, moves: moves ?? self.moves,
                    happenings: happenings, history: history))
        }
        for index in plan.parts.indices {
            let others = moves.filter { $0.process != index }.map {
                $0.process > index ? Move(process: $0.process - 1, fate: $0.fate) : $0
            }
            add(others) { $0.parts.remove(at: index) }
        }
        for index in plan.prologue.indices { add { $0.prologue.remove(at: index) } }
        for (index, part) in plan.parts.enumerated() where part.plannedRuns.count > 1 {
            for run in part.plannedRuns.indices {
                var runs = part.plannedRuns
                runs.remove(at: run)
                add { $0.parts[index] = WorldPlan.Part(device: part.device, plannedRuns: runs) }
            }
        }
        for bound in [\WorldPlan.passings, \.faults, \.crashes] where plan[keyPath: bound] > 0 {
            add { $0[keyPath: bound] -= 1 }
        }
        return worlds
    }
}
