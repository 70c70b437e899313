import Synchronization
import Testing
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesEngine
@testable import UsecasesLaboratory
@testable import UsecasesRuns
@testable import UsecasesTerminal

/// Two runs on one device overlap, and neither lies within the other. The order of four events decides it, so a world needs two
/// switches.
private enum RunsNest: Invariant {
    static let sentence = Sentence("二つの実行は互い違いにならない")

    static func occasions(in history: History) -> [WorldRun] {
        history.runs.filter { $0.actor != nil && !$0.isServers }
    }

    static func breach(on runs: [WorldRun], in history: History) -> Sentence? {
        guard runs.count == 2, let first = runs[0].endedAfter, let second = runs[1].endedAfter else { return nil }
        return runs[1].beganAfter < first && first < second ? Sentence("互い違いになった。") : nil
    }
}

/// Notes the servers that play queued runs, and those that die meanwhile.
private enum Servers: Invariant {
    final class Notes: Sendable {
        let playing = Mutex<Set<Int>>([])
        let dead = Mutex<Set<Int>>([])
    }

    @TaskLocal static var notes: Notes?

    static let sentence = Sentence("落ちたサーバ")

    static func occasions(in history: History) -> [WorldRun] { history.runs.filter { $0.queued != nil } }

    static func breach(on runs: [WorldRun], in history: History) -> Sentence? {
        for run in runs {
            guard let actor = run.actor else { continue }
            notes?.playing.withLock { _ = $0.insert(actor) }
            if case .died? = run.ending { notes?.dead.withLock { _ = $0.insert(actor) } }
        }
        return nil
    }
}

/// A server takes over the run of another one, whose lease has ended.
private enum ServersKeepTheirRuns: Invariant {
    static let sentence = Sentence("サーバは実行を引き継がない")

    static func occasions(in history: History) -> [WorldRun] { history.runs.filter { $0.queued != nil } }

    static func breach(on runs: [WorldRun], in history: History) async -> Sentence? {
        for case .claimed(_, _, true) in await (history.server.durableRuns.adapter as? InMemoryRunQueue)?.facts ?? [] {
            return Sentence("引き継いだ。")
        }
        return nil
    }
}

@Suite struct ランダムな世界 {
    /// Each planted fault with a plan, the invariant that it breaks, and the number of events whose order reveals it.
    private static let faults:
        [(PlantedFault, before: [(Int, [String])], parts: [(Int, [String])], String, depth: Int)] = [
            (.savedBlindly, [], [(0, ["Boot"]), (0, ["Boot"])], "UDIDStays", 2),
            (
                .passwordChangeNotNoticed, [(0, ["SignUp/1"]), (1, ["Boot"])],
                [(0, ["ChangePassword/1"]), (1, ["LogIn"])], "SessionsEndWithTheirPassword", 2
            ),
            (.none, [(0, ["SignUp/1"])], [(0, ["Boot"]), (0, ["RestoreSession"])], "RunsNest", 3),
        ]

    // Burckhardt et al. 2010: an order of d events among n processes and k steps has at least this probability.
    @Test(arguments: faults.indices) func 順序による誤りは_言われた確率より稀でなく見つかる(number: Int) throws {
        let (fault, before, parts, name, depth) = Self.faults[number]
        let search = fault.search(invariants: CompositionRoot.invariants + [RunsNest.self])
        let plan = try plan(after: before, parts: parts)
        let chance = WorldChance([], search: search, bounds: .init(), seed: 0)
        let steps = WorldChance.steps(chance.serial(plan).moves, chance.alternating(plan).moves)
        let expected = 20
        let worlds = expected * PrioritySchedule.worlds(forDepth: depth, processes: 2, steps: steps)
        var fewer = search
        fewer.switches = depth - 2

        let found = (0..<worlds).count { seed in
            let schedule = PrioritySchedule(of: plan, depth: depth, steps: steps, Dice(seed: UInt64(seed)))
            return chance.play(plan, by: schedule).broken.contains { $0.name == name }
        }

        #expect(found >= expected, "\(found) of \(worlds) worlds, \(steps) steps")
        // No world with fewer switches has the order.
        #expect(!fewer.search(plan).broken.contains { $0.name == name })
    }

    private func bounds(actors: Int = 2) -> WorldSurvey.Bounds {
        var bounds = WorldSurvey.Bounds()
        (bounds.actors, bounds.runs, bounds.passings) = (actors, 2, 1)
        return bounds
    }

    private func run(
        _ fault: PlantedFault, seed: UInt64, worlds: Int, while continues: @escaping @Sendable () -> Bool = { true }
    ) async -> WorldSurvey.Report {
        let search = fault.search(invariants: CompositionRoot.invariants).continuing(while: continues)
        return await WorldChance(CompositionRoot.plannedRuns, search: search, bounds: bounds(actors: 3), seed: seed)
            .run(
                worlds: worlds
            ) { _ in }
    }

    @Test func 同じ種なら_速さによらず同じ世界を同じ順にたどる() async throws {
        func found(_ report: WorldSurvey.Report) -> [String] { report.broken.map { "\($0.name) \($0.number ?? 0)" } }
        let asked = Atomic(0)

        let (one, other) = (
            await run(.accountsWithoutSession, seed: 1, worlds: 40),
            await run(.accountsWithoutSession, seed: 1, worlds: 40)
        )
        let slow = await run(.accountsWithoutSession, seed: 1, worlds: 40) {
            asked.add(1, ordering: .relaxed).newValue < 500
        }
        let different = await run(.accountsWithoutSession, seed: 2, worlds: 40)

        #expect(one.count == other.count && one.chance == other.chance)
        #expect(one.broken.map(\.moves) == other.broken.map(\.moves))
        #expect(found(one) == found(other) && !found(one).isEmpty)
        #expect(found(one).starts(with: found(slow)))
        #expect(different.count.moves != one.count.moves)
        #expect(one.count.worlds == 40 && one.plans == 10 && one.chance?.isCut == false)
    }

    @Test func サーバは三つまで加わり_それぞれに落ちる() async throws {
        let runs = try ["SignUp/1", "DeleteAccount", "PlayRuns"].map(plannedRun)
        let search = WorldSearch(invariants: CompositionRoot.invariants + [Servers.self]) {
            CompositionRoot.surroundings(devices: $0)
        }
        let notes = Servers.Notes()

        let report = await Servers.$notes.withValue(notes) {
            await WorldChance(runs, search: search, bounds: bounds(actors: 1), seed: 1).run(worlds: 400) { _ in }
        }
        let dying = Servers.Notes()
        let plan = try plan(
            after: [(0, ["SignUp/1", "DeleteAccount"])], (0, ["PlayRuns"]), (0, ["PlayRuns"]), (0, ["PlayRuns"]),
            crashes: 1)
        Servers.$notes.withValue(dying) {
            let chance = WorldChance([], search: search, bounds: .init(), seed: 0)
            for seed in 0..<200 {
                let schedule = PrioritySchedule(of: plan, depth: 2, steps: 20, Dice(seed: UInt64(seed)))
                #expect(chance.play(plan, by: schedule).broken.map(\.name) == [])
            }
        }

        #expect(report.broken.map(\.name) == [])
        #expect(notes.playing.withLock { $0 } == [1, 2, 3])
        #expect(dying.dead.withLock { $0 } == [0, 1, 2])
    }

    @Test func 続けられるのに時間が過ぎれば_そのプロセスは止まっていて_ほかが続ける() throws {
        let search = WorldSearch(invariants: [ServersKeepTheirRuns.self]) { CompositionRoot.surroundings(devices: $0) }
        var plan = try plan(after: [(0, ["SignUp/1", "DeleteAccount"])], (0, ["PlayRuns"]), (0, ["PlayRuns"]))
        plan.passings = 1
        let chance = WorldChance([], search: search, bounds: .init(), seed: 0)

        let found = (0..<100).count { seed in
            // No priority changes, so nothing else leaves a server that could continue.
            let schedule = PrioritySchedule(of: plan, depth: 1, steps: 10, Dice(seed: UInt64(seed)))
            return !chance.play(plan, by: schedule).broken.isEmpty
        }

        #expect(found > 0)
    }

    @Test func 終えるように言われれば始めた世界だけを終える() async {
        let begun = Atomic(0)
        let isOver = Atomic(false)
        let search = WorldSearch(invariants: CompositionRoot.invariants) { devices in
            if isOver.load(ordering: .relaxed) { begun.add(1, ordering: .relaxed) }
            return CompositionRoot.surroundings(devices: devices)
        }
        let asked = Atomic(0)
        let stopping = search.continuing {
            let continues = asked.add(1, ordering: .relaxed).newValue < 200
            if !continues { isOver.store(true, ordering: .relaxed) }
            return continues
        }
        let chance = WorldChance(CompositionRoot.plannedRuns, search: stopping, bounds: bounds(), seed: 1)

        let report = await chance.run(worlds: .max) { _ in }

        // Those that asked just before the end, at the same time.
        #expect(begun.load(ordering: .relaxed) <= 4)
        #expect(report.chance?.isCut == true && report.count.worlds > 0)
    }
}

@Suite struct 時間を限った探索 {
    private func search(_ time: Duration, elapsed: @escaping @Sendable () -> Duration) -> TimedSearch<CompositionRoot> {
        TimedSearch(
            bounds: .init(), time: time, seed: 1, worlds: .max, usecases: ["CompleteTutorial"], isReduced: true,
            elapsed: elapsed)
    }

    @Test func ほとんど時間がなければ_何も調べていないと言う() async {
        let report = await search(.nanoseconds(1)) { .seconds(1) }.run(after: [], ProgressNote(in: .en))

        #expect(report.count.worlds == 0)
        #expect(WorldsReport.reasonForNothing(report)?.text(in: .en).contains("the time was over") == true)
        let shown = WorldsReport(report, bounds: .init(), of: CompositionRoot.self)
        #expect(shown.lines(in: .en).allSatisfy { !$0.hasPrefix("✓") } && !shown.isComplete)
    }

    @Test func 上限までを調べ_残りの時間はランダムな世界をたどる() async {
        let asked = Atomic(0)
        let report = await search(.seconds(2_000)) { .seconds(asked.add(1, ordering: .relaxed).newValue) }
            .run(after: [], ProgressNote(in: .en))

        let random = report.chance?.worlds ?? 0
        #expect(!report.isCut && random > 0 && report.count.worlds > random)
        #expect(report.chance?.bounds.actors == 3)
        let shown = WorldsReport(report, bounds: .init(), of: CompositionRoot.self)
        #expect(shown.isComplete)
        #expect(
            shown.lines(in: .en).contains { $0.hasPrefix("\(random) random worlds in ") && $0.contains("with seed 1:") }
        )
    }
}
