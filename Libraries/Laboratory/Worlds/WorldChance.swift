/// Random worlds beyond the bounds of an exhaustive search. Equal seeds produce equal worlds on every machine.
package struct WorldChance: Sendable {
    private let search: WorldSearch
    private let plannedRuns: [PlannedRun]
    private let bounds: WorldSurvey.Bounds
    private let seed: UInt64

    package init(_ plannedRuns: [PlannedRun], search: WorldSearch, bounds: WorldSurvey.Bounds, seed: UInt64) {
        self.plannedRuns = plannedRuns
        self.search = search
        self.bounds = bounds
        self.seed = seed
    }

    /// Plays this many worlds, or fewer if the search is stopped.
    package func run(
        worlds: Int, progress: (WorldSurvey.Report, _ worlds: Int) -> Void
    ) -> WorldSurvey.Report {
        var report = WorldSurvey.Report()
        let playable = WorldSurvey(plannedRuns, search: search, bounds: bounds).playable(&report)
        guard !playable.isEmpty else { return report }
        for number in 0..<UInt64(worlds) {
            guard search.continues() else {
                report.isCut = true
                break
            }
            var dice = Dice(state: Fingerprint(seed).adding(number))
            let (judged, moves) = play(playable, &dice)
            report.plans += 1
            report.count.worlds += 1
            report.count.moves += moves
            report.exercised.add(judged.exercised)
            let new = judged.broken.filter { broken in !report.broken.contains { $0.name == broken.name } }
            report.broken.add(new.map { search.explained(shortened($0)) })
            progress(report, worlds)
        }
        return report
    }

    private func play(_ playable: [PlannedRun], _ dice: inout Dice) -> (JudgedWorld, moves: Int) {
        let parts = (0..<bounds.actors).map { actor in
            let runs = 1 + dice.roll(bounds.runs)
            return WorldPlan.Part(
                device: dice.roll(actor + 1), plannedRuns: (0..<runs).map { _ in playable[dice.roll(playable.count)] })
        }
        let before = (0..<dice.roll(bounds.depth + 1)).map { _ in
            WorldPlan.Part(
                device: parts[dice.roll(parts.count)].device, plannedRuns: [playable[dice.roll(playable.count)]])
        }
        let plan = WorldPlan(prologue: before, parts: parts, faults: bounds.faults, crashes: bounds.crashes)
        let world = search.world(of: plan)
        var made: [Move] = []
        while true {
            let moves = world.moves
            guard !moves.isEmpty else { break }
            // One move in eight is a disturbance, if one is possible.
            let plain = moves.filter { $0.fate == nil || $0.fate == .performed }
            let choices = plain.count == moves.count || dice.roll(8) > 0 ? plain : moves
            let move = choices[dice.roll(choices.count)]
            made.append(move)
            world.make(move)
        }
        return (search.judged(world, after: made, plan), made.count)
    }

    /// Returns the world without runs and disturbances that are not needed for the violation. They are removed one
    /// after the other.
    private func shortened(_ broken: BrokenWorld) -> BrokenWorld {
        var smallest = broken
        var isShorter = true
        while isShorter {
            isShorter = false
            for var plan in smallest.plan.withOneLess {
                plan.crashes = min(plan.crashes, 1)
                plan.faults = min(plan.faults, 1)
                guard let found = search.search(plan, atMost: 20_000).broken.first(where: { $0.name == broken.name })
                else { continue }
                smallest = found
                isShorter = true
                break
            }
        }
        return smallest
    }
}

extension WorldPlan {
    /// All plans with one run less.
    fileprivate var withOneLess: [WorldPlan] {
        let lessBefore = prologue.indices.map { index in
            var plan = self
            plan.prologue.remove(at: index)
            return plan
        }
        let less = parts.indices.flatMap { index in
            parts[index].plannedRuns.indices.map { run in
                var plan = self
                var plannedRuns = parts[index].plannedRuns
                plannedRuns.remove(at: run)
                plan.parts[index] = Part(device: parts[index].device, plannedRuns: plannedRuns)
                if plannedRuns.isEmpty { plan.parts.remove(at: index) }
                return plan
            }
        }
        return (lessBefore + less).filter { !$0.parts.isEmpty }
    }
}

/// A reproducible source of random numbers.
private struct Dice {
    var state: Fingerprint

    /// Returns a number below `limit`.
    mutating func roll(_ limit: Int) -> Int {
        state = state.adding(1)
        return Int(state.low % UInt64(limit))
    }
}
