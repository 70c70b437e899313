import UsecasesEngine

/// Searches all worlds up to a bound. It covers every situation after earlier runs, every combination of use cases,
/// every order of their calls, and every disturbance.
package struct WorldSurvey: Sendable {
    package struct Bounds: Sendable, Hashable {
        /// The number of concurrent actors, on one device or on several.
        package var actors = 2
        /// The number of runs of each actor, one after the other.
        package var runs = 1
        /// The maximum number of failed calls in a world.
        package var faults = 1
        /// The maximum number of dead processes in a world.
        package var crashes = 1
        /// The maximum number of times that time passes in a world although a process could continue.
        package var passings = 0
        /// The maximum number of earlier runs on each device. A single actor has one more. Several actors with
        /// disturbances have one less.
        package var depth = 1
        /// The maximum number of switches away from runs that could continue, or `nil` for any number. The search must
        /// have the same limit.
        package var switches: Int?

        package init() {}

        /// The bounds with one more of everything, for random worlds.
        package var extended: Bounds {
            var bounds = self
            for bound in [\Bounds.actors, \.runs, \.faults, \.crashes, \.passings, \.depth] {
                bounds[keyPath: bound] += 1
            }
            bounds.switches = nil
            return bounds
        }
    }

    /// The findings of all searches, and their size.
    public struct Report: Sendable {
        /// The total of the worlds and moves of all searches.
        public var count = WorldSearch.Count()
        /// The random part of the search, or `nil` without one. The totals include its worlds and plans.
        package var chance: WorldChance.Extent?
        package var plans = 0
        /// The number of combinations without interaction, because they use no common data.
        package var apart = 0
        package var situations = 0
        /// The runs that were tried.
        package var plannedRuns: [String] = []
        /// The use cases whose ports no world provides.
        package var leftOut: [String] = []
        /// The ports without an adapter that these use cases call first.
        package var missingPorts: [String] = []
        /// The number of worlds that could have violated each invariant, by its name.
        package var exercised: [String: Int] = [:]
        /// The violations, at most one for each invariant, in the smallest world that was found.
        public var broken: [BrokenWorld] = []
        package var stuck: [String] = []
        /// The use cases whose runs depend on more than their ports.
        package var strayed: [String] = []
        /// Whether the survey was stopped before its end.
        public var isCut = false

        package init() {}

        /// Adds the findings of a search.
        mutating func merge(_ result: WorldSearch.Result) {
            if let stuck = result.stuck, !self.stuck.contains(stuck) { self.stuck.append(stuck) }
            if let strayed = result.strayed, !self.strayed.contains(strayed) { self.strayed.append(strayed) }
            exercised.merge(result.exercised, uniquingKeysWith: +)
            broken.add(result.broken)
        }
    }

    private let search: WorldSearch
    /// Looks for the smallest world after the survey.
    private let reduction: WorldSearch
    private let plannedRuns: [PlannedRun]
    private let bounds: Bounds

    /// Creates a survey. It also ends when `isInTime` returns `false`. The search then still reduces the worlds that were found.
    package init(
        _ plannedRuns: [PlannedRun], search: WorldSearch, bounds: Bounds,
        while isInTime: @escaping @Sendable () -> Bool = { true }
    ) {
        self.plannedRuns = plannedRuns
        self.search = search.continuing(while: { search.continues() && isInTime() })
        reduction = search
        self.bounds = bounds
    }

    /// Runs the survey, and calls `progress` after each plan, with the number of plans up to the last known level. It ends when
    /// the search stops.
    package func run(progress: @Sendable (Report, _ plans: Int) -> Void) async -> Report {
        var report = Report()
        let playable = playable(&report)
        let sequences = (1..<bounds.runs).reduce(into: playable.map { [$0] }) { all, _ in
            all += all.flatMap { sequence in playable.map { sequence + [$0] } }
        }
        // A short time may be over before all situations are found, so worlds do not wait for those of later levels.
        await search([alone(sequences, after: [[]])], &report, progress)
        report.situations = min(1, report.plans)
        if !report.isCut {
            let pasts = situations(playable, after: [], on: 0, depth: bounds.depth + 1)
            report.situations = pasts.count
            await search([alone(sequences, after: pasts.dropFirst())], &report, progress)
            if !report.isCut, report.broken.isEmpty, bounds.actors > 1 {
                await search(levels(of: playable, sequences, after: pasts, &report), &report, progress)
            }
        }
        report.broken = report.broken.map { reduction.explained(smallest($0)).found(like: $0) }
        return report
    }

    /// Searches the levels, up to the first one that breaks an invariant. Adds the findings to the report.
    private func search(
        _ levels: [[WorldPlan]], _ report: inout Report, _ progress: @Sendable (Report, _ plans: Int) -> Void
    ) async {
        let total = levels.reduce(report.plans) { $0 + $1.count }
        report.isCut = !search.continues()
        for plans in levels {
            var next = 0
            await withTaskGroup(of: (Int, WorldSearch.Result).self) { group in
                var results: [Int: WorldSearch.Result] = [:]
                func add() {
                    guard next < plans.count, !report.isCut else { return }
                    let (index, plan) = (next, plans[next])
                    group.addTask { (index, search.search(plan)) }
                    next += 1
                }
                for _ in 0..<Self.width { add() }
                for await (index, result) in group {
                    results[index] = result
                    report.count += result.count
                    report.plans += 1
                    report.isCut = report.isCut || result.isCut
                    progress(report, total)
                    add()
                }
                // The results are merged in the order of the plans, so the reported worlds do not depend on timing.
                for (_, result) in results.sorted(by: { $0.key < $1.key }) { report.merge(result) }
            }
            // The smallest worlds come first. Larger worlds add nothing about an invariant that is already violated.
            if report.isCut || report.broken.count > 0 { return }
        }
    }

    /// The number of plans that are searched at the same time.
    private static let width = 4
    /// A world with this many switches is reported as it was found.
    private static let switchLimit = 10

    /// Returns the world with the fewest disturbances, then the fewest switches, that violates the invariant.
    private func smallest(_ broken: BrokenWorld) -> BrokenWorld {
        let disturbances = broken.moves.compactMap { $0.fate?.disturbance }
        let (crashes, faults) = (disturbances.count { $0 == .crash }, disturbances.count { $0 == .failure })
        var plan = broken.plan
        var search = reduction
        for disturbances in 0...(crashes + faults) {
            for dead in 0...min(disturbances, crashes) where disturbances - dead <= faults {
                plan.crashes = dead
                plan.faults = disturbances - dead
                for passings in 0...broken.plan.passings {
                    plan.passings = passings
                    for switches in 0..<min(broken.moves.count, Self.switchLimit) {
                        search.switches = switches
                        let found = search.search(plan).broken
                        if let smallest = found.first(where: { $0.name == broken.name }) { return smallest }
                    }
                }
            }
        }
        return broken
    }

    /// Returns the possible runs, and the sequences of earlier runs on one device that lead to different situations.
    package func pasts() -> (playable: [PlannedRun], pasts: [[PlannedRun]]) {
        var report = Report()
        let playable = playable(&report)
        let pasts = situations(playable, after: [], on: 0, depth: bounds.depth)
        return (playable, pasts.map { $0.flatMap(\.plannedRuns) })
    }

    // MARK: Plans

    /// Returns the runs that are possible in a world, and notes the others in the report.
    func playable(_ report: inout Report) -> [PlannedRun] {
        let playable = plannedRuns.filter { plannedRun in
            guard search.continues() else {
                report.isCut = true
                return false
            }
            let (isStuck, missing) = search.undisturbed(alone([], plannedRun, on: 0)) { world in
                (world.stuck != nil, world.runs.compactMap(\.missingPort))
            }
            guard isStuck || !missing.isEmpty else { return true }
            if !report.leftOut.contains(plannedRun.usecase) { report.leftOut.append(plannedRun.usecase) }
            for port in missing where !report.missingPorts.contains(port) { report.missingPorts.append(port) }
            return false
        }
        report.plannedRuns = playable.map(\.description)
        return playable
    }

    private func alone(_ before: [WorldPlan.Part], _ plannedRun: PlannedRun, on device: Int) -> WorldPlan {
        WorldPlan(prologue: before, parts: [.init(device: device, plannedRuns: [plannedRun])])
    }

    /// Returns the different situations after `before` and up to `depth` further runs on a device. Two situations
    /// differ if a use case has a different result.
    private func situations(
        _ playable: [PlannedRun], after before: [WorldPlan.Part], on device: Int, depth: Int
    ) -> [[WorldPlan.Part]] {
        var known: Set<[[String]]> = [signature(before, playable, on: device)]
        var found = [before]
        var newest = [before]
        for _ in 0..<depth {
            var following: [[WorldPlan.Part]] = []
            for situation in newest {
                for plannedRun in playable where search.continues() {
                    let next = situation + [.init(device: device, plannedRuns: [plannedRun])]
                    if known.insert(signature(next, playable, on: device)).inserted { following.append(next) }
                }
            }
            found += following
            newest = following
        }
        return found
    }

    /// Returns the result of each use case in a situation.
    private func signature(_ before: [WorldPlan.Part], _ playable: [PlannedRun], on device: Int) -> [[String]] {
        playable.map { plannedRun in
            guard search.continues() else { return [] }
            return search.undisturbed(alone(before, plannedRun, on: device)) { world in
                world.runs.filter { $0.actor != nil }.flatMap { run in
                    (run.scenes + [run.goal].compactMap(\.self)).map(\.name)
                }
            }
        }
    }

    /// Returns the plans for one actor.
    private func alone(_ sequences: [[PlannedRun]], after pasts: some Sequence<[WorldPlan.Part]>) -> [WorldPlan] {
        pasts.flatMap { past in
            sequences.map { sequence in
                WorldPlan(
                    prologue: past, parts: [.init(device: 0, plannedRuns: sequence)], faults: bounds.faults,
                    crashes: bounds.crashes, passings: bounds.passings)
            }
        }
    }

    /// Returns the plans for two actors in levels, the smaller worlds first.
    private func levels(
        of playable: [PlannedRun], _ sequences: [[PlannedRun]], after pasts: [[WorldPlan.Part]], _ report: inout Report
    ) -> [[WorldPlan]] {
        var pairs: [WorldPlan] = []
        for past in pasts where past.count <= bounds.depth {
            pairs += self.pairs(of: sequences, after: past, isShared: true, &report)
            for past in situations(playable, after: past, on: 1, depth: bounds.depth) {
                pairs += self.pairs(of: sequences, after: past, isShared: false, &report)
                if past.contains(where: { $0.device == 1 }) { report.situations += 1 }
            }
        }
        let disturbed = pairs.filter { plan in
            [0, 1].allSatisfy { device in plan.prologue.count { $0.device == device } < max(1, bounds.depth) }
        }
        let faulty = disturbed.map { plan in
            var plan = plan
            plan.faults = min(1, bounds.faults)
            return plan
        }
        let mortal = disturbed.map { plan in
            var plan = plan
            plan.crashes = min(1, bounds.crashes)
            return plan
        }
        let slow = disturbed.map { plan in
            var plan = plan
            plan.passings = bounds.passings
            return plan
        }
        return [pairs] + (bounds.passings > 0 ? [slow] : []) + (bounds.crashes > 0 ? [mortal] : [])
            + (bounds.faults > 0 ? [faulty] : [])
    }

    /// Returns plans for two actors, on one device or on two, if they can interact.
    private func pairs(
        of sequences: [[PlannedRun]], after past: [WorldPlan.Part], isShared: Bool, _ report: inout Report
    ) -> [WorldPlan] {
        let own = sequences.map { footprint(past, $0, on: 0) }
        let others = isShared ? own : sequences.map { footprint(past, $0, on: 1) }
        var plans: [WorldPlan] = []
        for (one, first) in sequences.enumerated() {
            // The order of two actors on one device is irrelevant.
            for (other, second) in sequences.enumerated() where (!isShared || one <= other) && search.continues() {
                guard own[one].meets(others[other]) else {
                    report.apart += 1
                    continue
                }
                plans.append(
                    WorldPlan(
                        prologue: past,
                        parts: [
                            .init(device: 0, plannedRuns: first),
                            .init(device: isShared ? 0 : 1, plannedRuns: second),
                        ]))
            }
        }
        return plans
    }

    private func footprint(_ before: [WorldPlan.Part], _ sequence: [PlannedRun], on device: Int) -> Footprint {
        guard search.continues() else { return Footprint() }
        return search.undisturbed(
            WorldPlan(prologue: before, parts: [.init(device: device, plannedRuns: sequence)]), \.footprint)
    }
}

extension WorldRun {
    /// The port without an adapter whose call ended the run.
    fileprivate var missingPort: String? {
        if case .failure(.system(error: .dependency(.portNotProvided(let port)), _, _)) = ending { port } else { nil }
    }
}

/// The data that runs have read and changed.
struct Footprint: Sendable {
    struct Use: Hashable, Sendable {
        let side: StoppedCall.Side
        let port: String
        /// The name of the data. It is `nil` for all data, and for data whose names differ between worlds.
        let name: String?
        let changes: Bool
    }

    private(set) var uses: Set<Use> = []

    mutating func add(_ call: StoppedCall) {
        switch call.subject {
        case .nothing: break
        case .everything: uses.insert(Use(side: call.side, port: call.keeper, name: nil, changes: call.changes))
        case .named(let name):
            uses.insert(
                Use(
                    side: call.side, port: call.keeper, name: call.side == .server ? nil : name,
                    changes: call.changes))
        }
    }

    /// Returns whether one of the footprints can affect the other.
    func meets(_ other: Footprint) -> Bool {
        uses.contains { own in
            other.uses.contains {
                own.side == $0.side && own.port == $0.port && (own.changes || $0.changes)
                    && (own.name == $0.name || own.name == nil || $0.name == nil)
            }
        }
    }
}
