import Synchronization
import Testing
import UsecasesEngine
import UsecasesStorage

@testable import UsecasesLaboratory
@testable import UsecasesRuns

/// Three changes.
private enum Send: Usecase {
    enum Basics: SceneName {
        case 荷物を包む
        case 荷物を出す
        case 控えを送る
    }

    enum Goals: SceneName {
        case 荷物は届く
    }

    static let title = "荷物を送る"
    static let invocation = Invocation.request("POST /parcels")
    static let actors: Set<Actor> = [.user]
    static let beginnings: [Step<Self>] = [.basic(.荷物を包む)]
    static let isDurable = true

    static func next(
        after scene: Step<Self>, with ports: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.荷物を包む):
            try await ports.depot.handle("wrap")
            return .basic(.荷物を出す)
        case .basic(.荷物を出す):
            try await ports.depot.handle("send")
            return .basic(.控えを送る)
        case .basic(.控えを送る):
            try await ports.depot.handle("note")
            return .last(.荷物は届く)
        }
    }
}

/// Two changes, with a week between them.
private enum Remind: Usecase {
    enum Basics: SceneName {
        case 知らせる
        case 一週間待つ
        case 催促する
    }

    enum Goals: SceneName {
        case 催促は届く
    }

    static let title = "催促する"
    static let invocation = Invocation.request("POST /reminders")
    static let actors: Set<Actor> = [.user]
    static let beginnings: [Step<Self>] = [.basic(.知らせる)]
    static let isDurable = true

    static func next(
        after scene: Step<Self>, with ports: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.知らせる):
            try await ports.depot.handle("tell")
            return .basic(.一週間待つ)
        case .basic(.一週間待つ):
            try await ports.alarm.wait(until: ports.clock.now + .seconds(7 * 86_400))
            return .basic(.催促する)
        case .basic(.催促する):
            try await ports.depot.handle("remind")
            return .last(.催促は届く)
        }
    }
}

/// A change that takes longer than a lease.
private enum Bake: Usecase {
    enum Basics: SceneName {
        case 焼く
        case 冷ます
    }

    enum Goals: SceneName {
        case パンは焼ける
    }

    static let title = "パンを焼く"
    static let invocation = Invocation.request("POST /loaves")
    static let actors: Set<Actor> = [.user]
    static let beginnings: [Step<Self>] = [.basic(.焼く)]
    static let isDurable = true

    static func next(
        after scene: Step<Self>, with ports: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.焼く):
            try await ports.clock.sleep(for: .seconds(40))
            try await ports.depot.handle("bake")
            return .basic(.冷ます)
        case .basic(.冷ます):
            try await ports.depot.handle("cool")
            return .last(.パンは焼ける)
        }
    }
}

private let paid = Event("paid", example: 1)

/// A change when an event was told, or none after a week.
private enum Deliver: Usecase {
    enum Basics: SceneName {
        case 支払いを待つ
        case 届ける
    }

    enum Goals: SceneName {
        case 届いた
        case 支払われなかった
    }

    static let title = "支払われたら届ける"
    static let invocation = Invocation.request("POST /deliveries")
    static let actors: Set<Actor> = [.user]
    static let beginnings: [Step<Self>] = [.basic(.支払いを待つ)]
    static let isDurable = true

    static func next(
        after scene: Step<Self>, with ports: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.支払いを待つ):
            let sum = try await ports.events.wait(for: paid, until: ports.clock.now + .seconds(7 * 86_400))
            return sum == nil ? .last(.支払われなかった) : .basic(.届ける)
        case .basic(.届ける):
            try await ports.depot.handle("deliver")
            return .last(.届いた)
        }
    }
}

/// A device tells the event.
private enum Pay: Usecase {
    enum Basics: SceneName { case 払う }
    enum Goals: SceneName { case 払った }

    static let title = "払う"
    static let invocation = Invocation.command("pay")
    static let actors: Set<Actor> = [.user]
    static let beginnings: [Step<Self>] = [.basic(.払う)]

    static func next(
        after scene: Step<Self>, with ports: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        try await ports.events.tell(7, of: paid)
        return .last(.払った)
    }
}

/// A device queues one of them.
private enum Order: Usecase {
    enum Basics: SceneName {
        case 荷物を頼む
        case 催促を頼む
        case パンを頼む
        case 配達を頼む
    }

    enum Goals: SceneName {
        case 頼んだ
    }

    static let title = "頼む"
    static let invocation = Invocation.command("order")
    static let actors: Set<Actor> = [.user]
    static let beginnings: [Step<Self>] = [
        .basic(.荷物を頼む), .basic(.催促を頼む), .basic(.パンを頼む), .basic(.配達を頼む),
    ]

    static func next(
        after scene: Step<Self>, with ports: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        let key = UUIDv7(at: .example, random: (0, 1))
        switch scene {
        case .basic(.荷物を頼む):
            try await ports.durableRuns.begin(Step<Send>.basic(.荷物を包む), as: .user, key: key)
        case .basic(.催促を頼む):
            try await ports.durableRuns.begin(Step<Remind>.basic(.知らせる), as: .user, key: key)
        case .basic(.パンを頼む):
            try await ports.durableRuns.begin(Step<Bake>.basic(.焼く), as: .user, key: key)
        case .basic(.配達を頼む):
            try await ports.durableRuns.begin(Step<Deliver>.basic(.支払いを待つ), as: .user, key: key)
        }
        return .last(.頼んだ)
    }
}

private struct Counter: Depot {
    func handle(_ work: String) {}
}

/// The events of a queue, for runs that tell one.
private struct Teller: Events {
    let queue: InMemoryRunQueue

    func wait<Value>(for event: Event<Value>, until time: Timestamp) -> Value? { nil }

    func tell<Value>(_ value: Value, of event: Event<Value>) async throws(ErrorWrapper) {
        try await queue.tell(value, of: event)
    }
}

private enum Kind: Int, CaseIterable { case parcel, reminder, loaf, delivery }

private let worlds = WorldSearch(invariants: RunWorker.invariants + [Ends.self]) { count in
    let clock = WorldClock()
    let queue = InMemoryRunQueue(clock: clock)
    return Surroundings(
        server: Dependencies(clock: clock, randomSource: CountingRandomSource()) {
            $0.durableRuns.adapter = queue
            $0.events.adapter = Teller(queue: queue)
            $0.depot.adapter = Counter()
        },
        devices: (0..<count).map { _ in
            { server in
                Dependencies(clock: clock, randomSource: CountingRandomSource()) {
                    $0.durableRuns.adapter = server.durableRuns
                    $0.events.adapter = server.events
                    $0.journal.adapter = InMemoryJournal()
                }
            }
        },
        relays: [Port<any DurableRuns>.name, Port<any Events>.name], clock: clock, times: { await queue.times() })
}

/// A queued run, and servers with so many turns each.
private func plan(_ kind: Kind, turns: Int..., crashes: Int = 0, faults: Int = 0, passings: Int = 0) -> WorldPlan {
    let turn = RunWorker.turn(of: [Send.self, Remind.self, Bake.self, Deliver.self])
    return WorldPlan(
        prologue: [WorldPlan.Part(device: 0, plannedRuns: [Order.plannedRuns[kind.rawValue]])],
        parts: turns.map { WorldPlan.Part(device: 0, plannedRuns: Array(repeating: turn, count: $0)) },
        faults: faults, crashes: crashes, passings: passings)
}

@Suite(.serialized, .timeLimit(.minutes(5))) struct 時間の過ぎる世界の実行 {
    private static let usecases: [any Usecase.Type] = [
        Send.self, Remind.self, Bake.self, Deliver.self, Order.self, Pay.self,
    ]

    /// Expects that no world of the plan breaks an invariant. Returns the number of worlds that exercised each.
    @discardableResult private func check(_ plan: WorldPlan, switches: Int? = nil) -> [String: Int] {
        var search = worlds
        search.switches = switches
        let result = search.search(plan)
        for world in result.broken {
            let story = WorldStory(search.explained(world), of: Self.usecases).lines(in: .en)
            Issue.record("\(story.joined(separator: "\n"))")
        }
        #expect(result.stuck == nil)
        #expect(result.strayed == nil)
        return result.exercised
    }

    @Test func 何も起こらなければ実行は一通りに終わる() {
        #expect(worlds.search(plan(.parcel, turns: 2)).count.worlds == 1)
        #expect(worlds.search(plan(.reminder, turns: 2)).count.worlds == 1)
    }

    @Test(arguments: Kind.allCases)
    fileprivate func 二つのサーバのどちらが引き受けても一度だけ終わる(kind: Kind) {
        let exercised = check(plan(kind, turns: 1, 1))

        #expect(exercised["LivingServersKeepTheirRuns", default: 0] > 1)
    }

    @Test(arguments: [Kind.parcel, .reminder])
    fileprivate func 二つのサーバの一つがどこで落ちても_もう一つが続きから終わらせる(kind: Kind) {
        let exercised = check(plan(kind, turns: 1, 1, crashes: 1))

        #expect(Set(exercised.keys).isSuperset(of: RunWorker.invariants.map { $0.name }))
    }

    @Test func 三つのサーバの一つがどこで落ちても_残りが続きから終わらせる() {
        check(plan(.parcel, turns: 1, 1, 1, crashes: 1), switches: 0)
    }

    @Test func どこで止まって引き受けの時間が過ぎても_ほかのサーバが続きから終わらせる() {
        check(plan(.parcel, turns: 1, 1, passings: 1), switches: 1)
    }

    @Test func 知らされれば続け_間に合わなければ時間に続ける() {
        let notes = Ends.Notes()
        for passings in 0...1 {
            var plan = plan(.delivery, turns: 2, passings: passings)
            plan.parts.append(WorldPlan.Part(device: 0, plannedRuns: Pay.plannedRuns))

            Ends.$notes.withValue(notes) { _ = check(plan, switches: 1) }

            let ends = notes.ends.withLock { $0.joined() }
            #expect(ends.contains("届いた"))
            #expect(ends.contains("支払われなかった") == (passings == 1))
        }
    }

    @Test func 時間の経過は語られ_ファイルのとおりにたどれる() throws {
        let plan = plan(.reminder, turns: 2)
        let world = worlds.world(of: plan)
        var moves: [Move] = []
        while let move = world.moves.first {
            moves.append(move)
            world.make(move)
        }
        let broken = BrokenWorld(
            name: "", sentence: Sentence(""), breach: Sentence(""), plan: plan, moves: moves,
            happenings: world.happenings, history: world.history)

        #expect(moves.contains(.passing(to: .seconds(7 * 86_400))))
        #expect(
            WorldStory(broken, of: Self.usecases).lines.map { $0.text.text(in: .en) }.contains("time passes: 7 days"))
        #expect(worlds.broken(in: plan, by: moves)?.isEmpty == true)
    }
}

/// A run on a device that notices when it began and when it woke up.
private enum Nap: Usecase {
    enum Basics: SceneName {
        case 眠る(seconds: Int)
        case 起きる(since: Timestamp)
    }

    enum Goals: SceneName {
        case 起きた(since: Timestamp, at: Timestamp, until: Timestamp)
    }

    static let title = "眠る"
    static let invocation = Invocation.command("nap")
    static let actors: Set<Actor> = [.user]
    static let beginnings: [Step<Self>] = [.basic(.眠る(seconds: 10)), .basic(.眠る(seconds: 20))]

    static func next(
        after scene: Step<Self>, with ports: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.眠る(let seconds)):
            let now = ports.clock.now
            try await ports.alarm.wait(until: .example + .seconds(seconds))
            return .basic(.起きる(since: now))
        case .basic(.起きる(let since)):
            let now = ports.clock.now
            try await ports.depot.handle("wake")
            return .last(.起きた(since: since, at: now, until: ports.clock.now))
        }
    }
}

/// An invariant that notes the ends of all worlds, and is never violated.
private enum Ends: Invariant {
    @TaskLocal static var notes: Notes?

    final class Notes: Sendable {
        let ends = Mutex<Set<String>>([])
    }

    static let sentence = Sentence("すべての終わり")

    static func occasions(in history: History) -> [WorldRun] { history.runs }

    static func breach(on runs: [WorldRun], in history: History) -> Sentence? {
        let ends = runs.map { "\($0.actor ?? 0) \($0.goal.map { "\($0.declared)" } ?? "–")" }.sorted()
        _ = notes?.ends.withLock { $0.insert(ends.joined(separator: "\n")) }
        return nil
    }
}

@Suite struct 待つ実行の世界 {
    private func ends(_ passings: Int, isReduced: Bool) -> Set<String> {
        let notes = Ends.Notes()
        var search = WorldSearch(invariants: [Ends.self]) { count in
            let clock = WorldClock()
            return Surroundings(
                server: Dependencies(clock: clock, randomSource: CountingRandomSource()),
                devices: (0..<count).map { _ in
                    { _ in
                        Dependencies(clock: clock, randomSource: CountingRandomSource()) {
                            $0.journal.adapter = InMemoryJournal()
                            $0.depot.adapter = Counter()
                        }
                    }
                }, clock: clock)
        }
        search.isReduced = isReduced
        search.isHasty = isReduced
        let plan = WorldPlan(
            parts: Nap.plannedRuns.enumerated().map { WorldPlan.Part(device: $0, plannedRuns: [$1]) },
            passings: passings)
        _ = Ends.$notes.withValue(notes) { search.search(plan) }
        return notes.ends.withLock { $0 }
    }

    @Test func 誰も止まらなければ_誰もが決めた時間に起きる() {
        #expect(ends(0, isReduced: true).count == 1)
    }

    @Test(arguments: 0...2) func 省いてよい順序を省いても_同じ終わりになる(passings: Int) {
        let all = ends(passings, isReduced: false)

        #expect(ends(passings, isReduced: true) == all)
        #expect(all.count > passings)
    }
}
