import Foundation
import Synchronization
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesRuns

/// A use case that waits for seven days, for a payment or in vain.
private enum Remind: Usecase {
    enum Basics: SceneName {
        case 期限を決める(order: Int)
        case 支払いを待つ(order: Int, until: Timestamp)
    }

    enum Goals: SceneName {
        case 支払われた(amount: Int)
        case 期限が過ぎた(until: Timestamp)
    }

    static let title = "支払いを待つ"
    static let invocation = Invocation.request("POST /orders")
    static let actors: Set<Actor> = [.user]
    static let beginnings: [Step<Self>] = [.basic(.期限を決める(order: 1))]
    static let isDurable = true
    static let days = Duration.seconds(7 * 86_400)

    static func paid(_ order: Int) -> Event<Int> { Event("paid \(order)", example: 1) }

    static func next(after scene: Step<Self>, with ports: Dependencies) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.期限を決める(let order)):
            return .basic(.支払いを待つ(order: order, until: ports.clock.now + days))
        case .basic(.支払いを待つ(let order, let until)):
            if order == 0 {
                try await ports.alarm.wait(until: until)
            } else if let amount = try await ports.events.wait(for: paid(order), until: until) {
                return .last(.支払われた(amount: amount))
            }
            return .last(.期限が過ぎた(until: until))
        }
    }
}

/// A use case that tells of a payment.
private enum Pay: Usecase {
    enum Basics: SceneName {
        case 支払う(order: Int, amount: Int)
    }

    enum Goals: SceneName {
        case 支払いを知らせた
    }

    static let title = "支払う"
    static let invocation = Invocation.request("POST /payments")
    static let actors: Set<Actor> = [.user]
    static let beginnings: [Step<Self>] = [.basic(.支払う(order: 1, amount: 1))]
    static let isDurable = true

    static func next(after scene: Step<Self>, with ports: Dependencies) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.支払う(let order, let amount)):
            try await ports.events.tell(amount, of: Remind.paid(order))
            return .last(.支払いを知らせた)
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct 休む実行 {
    private let clock = ManualClock()
    private let queue: InMemoryRunQueue
    /// The time when a run that begins at once goes on.
    private let end = Timestamp.example + Remind.days

    init() { queue = InMemoryRunQueue(clock: clock) }

    private func worker(on queue: any RunQueue) -> RunWorker {
        var limits = RunWorker.Limits()
        limits.runs = 1
        return RunWorker(
            [Remind.self, Pay.self], of: queue, as: "a", limits: limits, clock: clock,
            randomSource: SeededRandomSource(), dependencies: { [clock] in .testing(clock: clock) })
    }

    private func add<U: Usecase>(_ scene: Step<U>, _ number: Int) async throws -> UUIDv7 {
        let key = UUIDv7(at: .example, random: (0, UInt64(number)))
        try await queue.begin(scene, as: .user, key: key)
        return key
    }

    private func wait(for order: Int) async throws -> UUIDv7 {
        try await add(Step<Remind>.basic(.期限を決める(order: order)), order)
    }

    private func state(_ goal: Remind.Goals) throws -> DurableRun.State {
        .ended(goal: String(decoding: try JSONEncoder().encode(goal), as: UTF8.self))
    }

    /// Lets a worker work during the body.
    private func work(on other: (any RunQueue)? = nil, _ body: () async throws -> Void) async throws {
        let work = Task { [worker = worker(on: other ?? queue)] in await worker.work() }
        try await body()
        work.cancel()
        await work.value
    }

    /// Waits until the run has this state, and lets `step` pass meanwhile again and again.
    private func see(_ key: UUIDv7, _ state: DurableRun.State, every step: Duration = .zero) async throws {
        try await eventually("the run has the state \(state)") {
            await clock.pass(step)
            return await queue.run(key)?.state == state
        }
    }

    @Test func 休む実行は場所を取らず_働き手が死んでも_初めに決めた時刻に続く() async throws {
        let key = try await wait(for: 0)
        try await work {
            try await see(key, .rests(until: end, event: nil))
            // The only place is free.
            let other = try await add(Step<Pay>.basic(.支払う(order: 5, amount: 1)), 9)
            try await eventually("another run has ended") {
                await clock.pass(.seconds(1))
                return await queue.run(other)?.state.isUnfinished == false
            }
        }
        clock.advance(by: .seconds(86_400))

        try await work {
            // Goes on too early, and rests again.
            expect(await queue.retry(key), equals: true)
            try await eventually("the run rests again") {
                await clock.pass(.seconds(1))
                guard case .rests? = await queue.run(key)?.state else { return false }
                return true
            }
            clock.advance(by: end - clock.now - .seconds(1))
            expect(await queue.run(key)?.state.isUnfinished, equals: true)
            try await see(key, try state(.期限が過ぎた(until: end)), every: .seconds(1))
        }

        #expect(clock.now < end + .seconds(60))
        expect(await queue.run(key)?.attempt, equals: 1)
    }

    @Test func 知らせは休みを早く終わらせる() async throws {
        let key = try await wait(for: 1)
        try await work {
            try await see(key, .rests(until: end, event: "paid 1"))
            _ = try await add(Step<Pay>.basic(.支払う(order: 1, amount: 3)), 9)

            try await see(key, try state(.支払われた(amount: 3)), every: .seconds(1))
        }

        #expect(clock.now < Timestamp.example + .seconds(60))
    }

    @Test func 休む前の知らせも届く() async throws {
        await queue.tell("paid 1", Data("3".utf8))
        let key = try await wait(for: 1)

        try await work { try await see(key, try state(.支払われた(amount: 3))) }
    }

    @Test func 知らせがなければ時刻に続く() async throws {
        let key = try await wait(for: 1)

        try await work {
            try await see(key, .rests(until: end, event: "paid 1"))
            clock.advance(by: Remind.days)
            try await see(key, try state(.期限が過ぎた(until: end)), every: .seconds(1))
        }
    }

    @Test func どの要求のところで死んでも_知らせを失わない() async throws {
        for requests in 1...6 {
            let key = try await wait(for: requests)
            let dying = DyingQueue(queue, after: requests)
            try await work(on: dying) {
                try await eventually("the run rests, or the server has died") {
                    await clock.pass(.seconds(1))
                    let state = await queue.run(key)?.state
                    if case .rests? = state { return true }
                    return dying.isDead
                }
            }
            await queue.tell("paid \(requests)", Data("\(requests)".utf8))

            try await work {
                try await see(key, try state(.支払われた(amount: requests)), every: .seconds(1))
            }
        }
    }

    @Test func 止められた働き手は_休む実行を休ませておく() async throws {
        let key = try await wait(for: 1)

        try await work { try await see(key, .rests(until: end, event: "paid 1")) }

        expect(await queue.run(key)?.state, equals: .rests(until: end, event: "paid 1"))
        expect(await queue.claim(atMost: 1, by: "b", for: .seconds(1)).count, equals: 0)
    }

    @Test func 一覧は本当の記録の場面を示す() async throws {
        let key = try await wait(for: 1)
        expect(await queue.run(key)?.scene, equals: "期限を決める")

        try await work { try await see(key, .rests(until: end, event: "paid 1")) }

        expect(await queue.run(key)?.scene, equals: "支払いを待つ")
    }
}
