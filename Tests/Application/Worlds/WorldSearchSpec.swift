import Synchronization
import Testing
import UsecasesRuns

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

    // The search for situations runs each use case after each other one.
    @Test func 時間が短くても_前の実行のない世界は調べる() async {
        let created = Atomic(0)
        var bounds = WorldSurvey.Bounds()
        (bounds.crashes, bounds.faults) = (0, 0)
        let runs = CompositionRoot.plannedRuns
        let search = WorldSearch(invariants: []) { devices in
            created.add(1, ordering: .relaxed)
            return CompositionRoot.surroundings(devices: devices)
        }

        let report = await WorldSurvey(runs, search: search, bounds: bounds) {
            created.load(ordering: .relaxed) < 4 * runs.count
        }.run { _, _ in }

        #expect(report.isCut)
        #expect(report.plans == report.plannedRuns.count && report.count.worlds >= report.plans)
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
    @Test func どの約束も試される世界がある() async {
        var bounds = WorldSurvey.Bounds()
        bounds.runs = 4

        let report = await WorldChance(
            CompositionRoot.plannedRuns, search: CompositionRoot.worlds, bounds: bounds, seed: 7
        ).run(worlds: 4000) { _ in }

        // A server that dies after a change is rare among all runs. Worlds of its own exercise it.
        let ofRuns = ["NotedChangesWereMade"]
        #expect(Set(report.exercised.keys).union(ofRuns) == Set(CompositionRoot.invariants.map { $0.name }))
        #expect(report.broken.map(\.name) == [])
    }

    @Test func 消す実行のないまま止めたアカウントを見つける() throws {
        let search = WorldSearch(invariants: [LockedAccountsAreErased.self]) { devices in
            var surroundings = CompositionRoot.surroundings(devices: devices)
            surroundings.devices = surroundings.devices.map { device in
                { server in
                    var server = server
                    server.durableRuns.adapter = InMemoryRunQueue(clock: WorldClock())
                    return device(server)
                }
            }
            return surroundings
        }
        let plan = try plan(after: [(0, ["SignUp/1"])], (0, ["DeleteAccount"]), crashes: 1)

        let (lost, queued) = (search.search(plan), CompositionRoot.worlds.search(plan))

        #expect(lost.broken.map(\.name) == ["LockedAccountsAreErased"])
        #expect(queued.broken.isEmpty && queued.exercised["LockedAccountsAreErased", default: 0] > 1)
    }

    // The run that began first may have received its answer last, after a reset in between.
    @Test func 重なる起動の間に初期化があっても約束は破れない() throws {
        var search = CompositionRoot.worlds
        search.switches = 1

        let result = search.search(try plan((0, ["Boot"]), (0, ["Boot", "Reset"])))

        #expect(result.count.worlds > 1)
        #expect(result.broken.map(\.name) == [])
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
            var surroundings = CompositionRoot.surroundings(devices: devices)
            surroundings.devices = surroundings.devices.map { device in
                { server in
                    var dependencies = device(server)
                    dependencies.dataStore.adapter = store
                    return dependencies
                }
            }
            return surroundings
        }

        let result = search.search(try plan((0, ["Boot"]), (0, ["Boot"])))

        #expect(result.strayed == "Boot")
    }

    @Test func ポートのないユースケースは世界にいない() async {
        let chance = WorldChance(
            Catalogue.usecases.flatMap { $0.plannedRuns }, search: CompositionRoot.worlds, bounds: .init(), seed: 1)

        let report = await chance.run(worlds: 1) { _ in }

        #expect(report.plannedRuns.contains("Boot"))
        #expect(report.leftOut.contains("ReadZen"))
        #expect(report.missingPorts.contains("GitHub"))
        #expect(!report.plannedRuns.contains("ReadZen"))
    }
}

/// An account that is erased after the time of grace.
private let deletion = (0, ["SignUp/1", "DeleteAccount"])

/// Searches the worlds of the plan, and expects that none breaks an invariant. Returns how often each was exercised.
private func check(_ plan: WorldPlan) -> [String: Int] {
    var search = CompositionRoot.worlds
    search.switches = 1
    let result = search.search(plan)
    for world in result.broken {
        let story = WorldStory(search.explained(world), of: Catalogue.usecases).lines(in: .en)
        Issue.record("\(story.joined(separator: "\n"))")
    }
    #expect(result.stuck == nil && result.strayed == nil)
    return result.exercised
}

/// An account whose second factor is on, logged in on two devices.
private let secured = [(0, ["SignUp/1"]), (1, ["LogIn"]), (0, ["UpdateSecondFactor/1", "TurnOnSecondFactor"])]

@Suite struct 障害の重なる世界 {
    // The second run repeats a call whose answer was secret, and this fails.
    @Test func 再開が秘密の答えを得られなくても約束は破れない() throws {
        let exercised = check(try plan((0, ["Boot", "Boot"]), faults: 1, crashes: 1))

        #expect(exercised["RecordedChangesHappenOnce", default: 0] > 0)
    }

    // The first attempt takes effect, and its key has expired when the second one comes.
    @Test func 申し込みの鍵が切れた後に名前が使われていても約束は破れない() throws {
        var plan = try plan((0, ["SignUp/1", "SignUp/1"]), crashes: 1)
        plan.passings = 1

        #expect(check(plan)["NamesAreTakenByOthers", default: 0] > 0)
    }

    @Test func 復旧コードやセッションが切れても約束は破れない() throws {
        for (after, run, name) in [
            (["SignUp/1"], "AllowRecovery", "IssuedCodesWorkOnce"), ([], "SweepDatabase/1", "AccountsComeWithASession"),
        ] {
            var plan = try plan(after: [(0, after)], (0, ["SignUp/1"]), (1, [run]))
            plan.passings = 1

            #expect(check(plan)[name, default: 0] > 0)
        }
    }
}

@Suite struct 二つ目の要素の世界 {
    /// Each plan with the time that may pass in it.
    private static let plans: [(after: [(Int, [String])], parts: [(Int, [String])], passings: Int)] = [
        // Setting up, and logging in meanwhile.
        ([(0, ["SignUp/1", "UpdateSecondFactor/1"])], [(0, ["TurnOnSecondFactor"]), (1, ["LogIn"])], 0),
        // Setting up on two devices.
        (
            [(0, ["SignUp/1"]), (1, ["LogIn"]), (0, ["UpdateSecondFactor/1"])],
            [(0, ["TurnOnSecondFactor", "LogIn"]), (1, ["UpdateSecondFactor/1"])], 0
        ),
        // Two logins at the same time, with the same code.
        (secured, [(0, ["LogIn", "EnterCode"]), (1, ["LogIn", "EnterCode"])], 1),
        // Turning it off, and logging in meanwhile.
        (secured, [(0, ["UpdateSecondFactor/2"]), (1, ["LogIn"])], 1),
        // An operator removes it meanwhile.
        (secured, [(0, ["RemoveSecondFactor"]), (1, ["LogIn", "EnterCode"])], 1),
    ]

    @Test(arguments: plans.indices, 0...1) func どの順に起きても落ちても約束は破れない(number: Int, crashes: Int) throws {
        let (after, runs, passings) = Self.plans[number]
        var plan = try plan(after: after, parts: runs, crashes: crashes)
        plan.passings = crashes == 0 ? passings : 0

        #expect(check(plan)["SecondFactorsAreProved", default: 0] > 0)
    }

    @Test func 仕込んだ誤りはどれも約束を破る() throws {
        let rows: [(PlantedFault, WorldPlan)] = [
            (.codesNotAsked, try plan(after: secured, (1, ["LogIn"]))),
            (.codesNotUsedUp, try plan(after: secured, (1, ["LogIn", "EnterCode", "LogIn", "EnterCode"]))),
            (.setUpsReplaceFactors, try plan(after: Self.plans[1].after, parts: Self.plans[1].parts)),
        ]
        for (fault, plan) in rows {
            var search = fault.search(invariants: CompositionRoot.invariants)
            search.switches = 2

            let broken = search.search(plan).broken.map(\.name)

            #expect(broken.contains("SecondFactorsAreProved"), "\(fault) breaks \(broken)")
        }
    }
}

@Suite struct 猶予のある削除の世界 {
    @Test(arguments: 0...1) func 頼む間に働き手が引き受け_どちらが落ちても止まっても約束は破れない(crashes: Int) throws {
        var plan = try plan(after: [(0, ["SignUp/1"])], (0, ["DeleteAccount"]), (0, ["PlayRuns"]), crashes: crashes)
        plan.passings = 1 - crashes

        #expect(check(plan)["DeletionsCanBeTakenBack", default: 0] > 1)
    }

    @Test(arguments: 0...1) func 消す間にログインし_どちらが落ちても止まっても約束は破れない(crashes: Int) throws {
        let turns = Array(repeating: "PlayRuns", count: 1 + crashes)
        var plan = try plan(after: [deletion], (0, ["LogIn"]), (0, turns), crashes: crashes)
        plan.passings = 1 - crashes

        let exercised = check(plan)

        #expect(Set(exercised.keys).isSuperset(of: RunWorker.invariants.map { $0.name }) == (crashes == 1))
        #expect(exercised["DeletionsCanBeTakenBack", default: 0] > 1)
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
            (
                .deletionsNotTakenBack, try plan(after: [deletion], (0, ["LogIn", "PlayRuns"])),
                ["DeletionsCanBeTakenBack", "LoginsLast"]
            ),
        ]

        for (fault, plan, invariants) in rows {
            let broken = fault.search(invariants: CompositionRoot.invariants).search(plan).broken.map(\.name)

            #expect(invariants.isSubset(of: broken), "\(fault) breaks \(broken)")
        }
    }

    @Test func 照合の間にパスワードが変わったログインを見つける() throws {
        let overlap = try plan(
            after: [(0, ["SignUp/1"]), (1, ["Boot"])], (0, ["ChangePassword/1"]), (1, ["LogIn"]))
        var search = PlantedFault.passwordChangeNotNoticed.search(invariants: CompositionRoot.invariants)
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
