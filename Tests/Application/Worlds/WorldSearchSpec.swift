import Synchronization
import Testing

@testable import CalearningApplication
@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesEngine
@testable import UsecasesLaboratory
@testable import UsecasesStorage
@testable import UsecasesTerminal

/// An invariant for the worlds of the composition that is never violated.
private enum Everything: Invariant {
    static let sentence = Sentence("すべて")

    static func occasions(in history: History) -> [WorldRun] { history.runs }

    static func breach(on runs: [WorldRun], in history: History) -> Sentence? { nil }
}

private func count(_ plan: WorldPlan, isReduced: Bool) -> Int {
    var search = WorldSearch(invariants: [Everything.self]) { CompositionRoot.surroundings(devices: $0) }
    search.isReduced = isReduced
    return search.search(plan).count.worlds
}

@Suite struct 世界の数え上げ {
    // Each Boot reads two values of its store. It begins with the first of these calls, so it has two steps. Two runs
    // have 4! / (2! 2!) = 6 orders. Because nothing is changed, four of them differ. Either run ends before the other
    // begins, or they overlap and either may have begun first and taken over a journal.
    @Test func 読むだけの二つの起動の順序は六つで_違いの出るものは四つ() throws {
        let plan = try plan(after: [(0, ["Boot"])], (0, ["Boot"]), (0, ["Boot"]))

        #expect(count(plan, isReduced: false) == 6)
        #expect(count(plan, isReduced: true) == 4)
    }

    // Of the six orders AABB, BBAA, ABBA, BAAB, ABAB and BABA, two never leave a run that could continue, two leave one
    // once, and two leave one twice.
    @Test(arguments: [(0, 2), (1, 4), (2, 6), (3, 6)]) func 続けられる実行を離れる回数には限りがある(switches: Int, worlds: Int) throws {
        let plan = try plan(after: [(0, ["Boot"])], (0, ["Boot"]), (0, ["Boot"]))
        var search = WorldSearch(invariants: [Everything.self]) { CompositionRoot.surroundings(devices: $0) }
        search.isReduced = false
        search.switches = switches

        #expect(search.search(plan).count.worlds == worlds)
    }

    // On a separate device, no other run observes a Boot. It begins and calls the server, so it has two steps. Two runs
    // have 4! / (2! 2!) = 6 orders.
    @Test func 別の端末の二つの起動の順序は六つで_違いの出るものは三つ() throws {
        let plan = try plan((0, ["Boot"]), (1, ["Boot"]))

        #expect(count(plan, isReduced: false) == 6)
        #expect(count(plan, isReduced: true) == 3)
    }

    // A single run, each of whose calls can fail in each way of its catalogue.
    @Test func 一つの呼び出しの失敗をそれぞれたどる() throws {
        let reads = try plan(after: [(0, ["Boot"])], (0, ["Boot"]), faults: 1)

        // No call fails, or one of two calls does, in two ways each.
        #expect(count(reads, isReduced: true) == 1 + 2 * 2)
    }

    // Completing the tutorial is one call with a change. It completes, or its process dies after it.
    @Test func 落ちる前と後をたどる() throws {
        let completion = try plan((0, ["CompleteTutorial"]), crashes: 1)

        #expect(count(completion, isReduced: true) == 2)
    }

    private func plans(actors: Int, depth: Int, crashes: Int) async throws -> Int {
        var bounds = WorldSurvey.Bounds()
        (bounds.actors, bounds.depth, bounds.crashes, bounds.faults) = (actors, depth, crashes, 0)
        let search = WorldSearch(invariants: []) { CompositionRoot.surroundings(devices: $0) }
        return await WorldSurvey([try plannedRun("CompleteTutorial")], search: search, bounds: bounds).run { _, _ in }
            .plans
    }

    // Without a death, the plans for two actors are those for one, and the pairs.
    @Test(arguments: [0, 1, 2]) func 落ちる二人の前の実行は一つ少ない(depth: Int) async throws {
        let earlier = max(0, depth - 1)
        let pairs =
            try await plans(actors: 2, depth: earlier, crashes: 0) - plans(actors: 1, depth: earlier, crashes: 0)

        let mortal = try await plans(actors: 2, depth: depth, crashes: 1) - plans(actors: 2, depth: depth, crashes: 0)

        #expect(mortal == pairs && pairs > 0)
    }

    @Test(arguments: [false, true])
    func 約束は破れない(isShared: Bool) throws {
        let search = CompositionRoot.worlds
        for names in [("Boot", "Boot"), ("Boot", "Reset"), ("CompleteTutorial", "Reset")] {
            let plan = try plan((0, [names.0]), (isShared ? 0 : 1, [names.1]), crashes: 1)

            let result = search.search(plan)

            #expect(result.count.worlds > 1)
            #expect(result.broken.map(\.name) == [], "\(names)")
            #expect(result.stuck == nil)
        }
    }

    @Test func 破りえない世界しかなければ約束は試されなかったことになる() throws {
        let undisturbed = CompositionRoot.worlds.search(try plan((0, ["Boot"]), (0, ["Reset"])))
        let disturbed = CompositionRoot.worlds.search(try plan((0, ["Boot"]), crashes: 1))
        let idle = CompositionRoot.worlds.search(try plan((0, ["ReadTutorial/1"])))

        #expect(
            Set(undisturbed.exercised.keys) == [
                "UDIDStays", "OneKeyOneUDID", "AnswersAreKept", "ResetForgetsEverything",
            ])
        #expect(undisturbed.exercised["UDIDStays"] == undisturbed.count.worlds)
        #expect(
            Set(disturbed.exercised.keys) == [
                "UDIDStays", "OneKeyOneUDID", "AnswersAreKept", "InterruptedRunsRecover", "RecordedChangesHappenOnce",
            ])
        #expect(disturbed.exercised["InterruptedRunsRecover", default: 0] < disturbed.count.worlds)
        #expect(idle.exercised.isEmpty)
    }

    /// An invariant that no world exercises could never be violated.
    @Test func どの約束も試される世界がある() {
        let plannedRuns = Catalogue.usecases.flatMap { $0.plannedRuns }
        var bounds = WorldSurvey.Bounds()
        bounds.runs = 4

        let report = WorldChance(plannedRuns, search: CompositionRoot.worlds, bounds: bounds, seed: 7)
            .run(worlds: 2000) { _, _ in }

        #expect(Set(report.exercised.keys) == Set(Invariants.all.map { $0.name }))
        #expect(report.broken.map(\.name) == [])
    }

    // The run that began first may have received its answer last, after a reset in between.
    @Test func 重なる起動の間に初期化があっても約束は破れない() throws {
        var search = CompositionRoot.worlds
        search.switches = 1

        let result = search.search(try plan((0, ["Boot"]), (0, ["Boot", "Reset"])))

        #expect(result.count.worlds > 1)
        #expect(result.broken.map(\.name) == [])
    }

    @Test func 同じ種なら同じ世界をたどる() {
        func report(_ seed: UInt64) -> (WorldSearch.Count, [String]) {
            let chance = WorldChance(
                Catalogue.usecases.flatMap { $0.plannedRuns }, search: CompositionRoot.worlds, bounds: .init(),
                seed: seed)
            let report = chance.run(worlds: 20) { _, _ in }
            return (report.count, report.plannedRuns)
        }

        #expect(report(1) == report(1))
        // Two seeds can have equal counts.
        #expect(Set((1...4).map { report($0).0.moves }).count > 1)
        #expect(report(1).1.contains("Boot"))
    }

    @Test func 終えるように言われれば世界の合間で終える() async throws {
        let asked = Mutex(0)
        var search = CompositionRoot.worlds
        search.continues = {
            asked.withLock { count in
                count += 1
                return count <= 5
            }
        }

        let result = search.search(try plan((0, ["Boot"]), (0, ["Boot"])))

        #expect(result.isCut)
        #expect(asked.withLock(\.self) == 6)
        #expect((1...5).contains(result.count.worlds))
        #expect(await WorldSurvey([try plannedRun("Boot")], search: search, bounds: .init()).run { _, _ in }.isCut)
    }

    @Test func ポートの外に残ったもので進み方が変わればそう伝える() async throws {
        // Each world gets the same store, so the second world differs from the first.
        let store = InMemoryDataStore()
        let search = WorldSearch(invariants: [Everything.self]) { devices in
            let surroundings = CompositionRoot.surroundings(devices: devices)
            return Surroundings(
                server: surroundings.server,
                devices: surroundings.devices.map { device in
                    { server in
                        var dependencies = device(server)
                        dependencies.dataStore.adapter = store
                        return dependencies
                    }
                },
                relays: surroundings.relays, sharing: surroundings.sharing)
        }

        let result = search.search(try plan((0, ["Boot"]), (0, ["Boot"])))

        #expect(result.strayed == "Boot")
    }

    @Test func ポートのないユースケースは世界にいない() {
        let chance = WorldChance(
            Catalogue.usecases.flatMap { $0.plannedRuns }, search: CompositionRoot.worlds, bounds: .init(), seed: 1)

        let report = chance.run(worlds: 1) { _, _ in }

        #expect(report.leftOut.contains("ReadZen"))
        #expect(report.missingPorts.contains("GitHub"))
        #expect(!report.plannedRuns.contains("ReadZen"))
    }
}

@Suite struct 約束の破れる世界 {
    /// Each planted fault, a plan whose worlds reveal it, and the invariants that they break.
    @Test func 仕込んだ誤りはどれも約束を破る() throws {
        let boots = try plan((0, ["Boot"]), (0, ["Boot"]))
        let signUp = try plan((0, ["SignUp/1"]))
        let change = try plan(after: [(0, ["SignUp/1"])], (0, ["ChangePassword/1"]))
        let rows: [(PlantedFault, WorldPlan, Set<String>)] = [
            (.savedBlindly, boots, ["UDIDStays"]),
            (.keysNotUnique, boots, ["OneKeyOneUDID"]),
            (.nothingRecorded, try plan((0, ["Boot"])), ["AnswersAreKept"]),
            (.savedBlindly, try plan(after: [(0, ["Boot"])], (0, ["SignUp/1"]), crashes: 1), ["NamesAreTakenByOthers"]),
            (.accountsWithoutSession, signUp, ["AccountsComeWithASession"]),
            (.journalNotFound, try plan((0, ["Boot"]), crashes: 1), ["RecordedChangesHappenOnce"]),
            (
                .sessionsNeverEnd, try plan(after: [(0, ["SignUp/1"])], (0, ["LogOut"])),
                ["EndedSessionsStayEnded", "LogoutsLeaveNothing"]
            ),
            (.refusalsEndSessions, change, ["LoginsLast"]), (.sessionsOfAnotherDevice, change, ["AnswersAreKept"]),
            (.loginsNotRecorded, try plan(after: [(0, ["SignUp/1", "LogOut"])], (0, ["LogIn"])), ["LoginsLast"]),
            (
                .passwordKept, try plan(after: [(0, ["SignUp/1"])], (0, ["ChangePassword/1", "LogIn"])),
                ["NoAccountWithoutItsPassword"]
            ),
        ]

        for (fault, plan, invariants) in rows {
            let broken = fault.search(invariants: Invariants.all).search(plan).broken.map(\.name)

            #expect(invariants.isSubset(of: broken), "\(fault) breaks \(broken)")
        }
    }

    @Test func 照合の間にパスワードが変わったログインを見つける() throws {
        let overlap = try plan(
            after: [(0, ["SignUp/1"]), (1, ["Boot"])], (0, ["ChangePassword/1"]), (1, ["LogIn"]))
        var search = PlantedFault.passwordChangeNotNoticed.search(invariants: Invariants.all)
        search.switches = 2

        #expect(search.search(overlap).broken.map(\.name).contains("SessionsEndWithTheirPassword"))
        #expect(CompositionRoot.worlds.search(overlap, atMost: 500).broken.map(\.name) == [])
    }

    @Test func 見つかった世界をもう一度たどれる() throws {
        let search = CompositionRoot.worlds
        let plan = try plan((0, ["Boot"]), (0, ["CompleteTutorial"]), crashes: 1)
        var moves: [Move] = []
        let world = search.world(of: plan)
        while let move = world.moves.last {
            moves.append(move)
            world.make(move)
        }

        #expect(search.broken(in: plan, by: moves)?.isEmpty == true)
        #expect(search.broken(in: plan, by: [Move(process: 5, fate: nil)]) == nil)
        #expect(search.broken(in: plan, by: Array(moves.dropLast())) == nil)
    }
}
