import Foundation
import Synchronization
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesRuns

/// A use case with three changes. Each writes down what was sent.
private enum Send: Usecase {
    enum Basics: SceneName {
        case 荷物を包む(number: Int)
        case 荷物を出す(number: Int)
        case 控えを送る(number: Int)
    }

    enum Goals: SceneName {
        case 荷物は届く(number: Int)
    }

    static let title = "荷物を送る"
    static let invocation = Invocation.request("POST /parcels")
    static let actors: Set<Actor> = [.user]
    static let beginnings: [Step<Self>] = [.basic(.荷物を包む(number: 1))]
    static let isDurable = true

    static func next(
        after scene: Step<Self>, with ports: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.荷物を包む(let number)):
            try await ports.depot.handle("wrap \(number)")
            return .basic(.荷物を出す(number: number))
        case .basic(.荷物を出す(let number)):
            try await ports.depot.handle("send \(number)")
            return .basic(.控えを送る(number: number))
        case .basic(.控えを送る(let number)):
            try await ports.depot.handle("note \(number)")
            return .last(.荷物は届く(number: number))
        }
    }
}

/// Another version, which sends before it wraps.
private enum Other {
    enum Send: Usecase {
        typealias Basics = UsecasesRunsTests.Send.Basics
        typealias Goals = UsecasesRunsTests.Send.Goals

        static let title = "荷物を送る"
        static let invocation = Invocation.request("POST /parcels")
        static let actors: Set<Actor> = [.user]
        static let beginnings: [Step<Self>] = [.basic(.荷物を包む(number: 1))]
        static let isDurable = true

        static func next(
            after scene: Step<Self>, with ports: Dependencies
        ) async throws(ErrorWrapper) -> Scene<Self> {
            switch scene {
            case .basic(.荷物を包む(let number)), .basic(.荷物を出す(let number)), .basic(.控えを送る(let number)):
                try await ports.depot.handle("send \(number)")
                return .last(.荷物は届く(number: number))
            }
        }
    }
}

private final class Book: Depot {
    private let lines = Mutex<[String]>([])
    private let failures: Mutex<Int>

    init(failures: Int = 0) { self.failures = Mutex(failures) }

    var works: [String] { lines.withLock { $0 } }

    func handle(_ work: String) throws(ErrorWrapper) {
        let fails = failures.withLock { left in
            defer { left = max(0, left - 1) }
            return left > 0
        }
        if fails { throw .service(error: .client(.networkUnreachable)) }
        lines.withLock { $0.append(work) }
    }
}

/// The queue as a server sees it that dies after a number of requests: from then on nothing is answered.
final class DyingQueue: RunQueue {
    private let queue: any RunQueue
    private let left: Mutex<Int>

    init(_ queue: any RunQueue, after requests: Int) {
        self.queue = queue
        left = Mutex(requests)
    }

    var isDead: Bool { left.withLock { $0 <= 0 } }

    private func count() throws(ErrorWrapper) {
        let isDead = left.withLock { left in
            defer { left -= 1 }
            return left <= 0
        }
        guard !isDead else { throw .interrupted }
    }

    func add(_ run: QueuedRun) async throws(ErrorWrapper) { try await queue.add(run) }

    func claim(atMost limit: Int, by worker: String, for lease: Duration) async throws(ErrorWrapper) -> [ClaimedRun] {
        try count()
        return try await queue.claim(atMost: limit, by: worker, for: lease)
    }

    func note(_ lines: Data, as number: Int, of claim: RunClaim, for lease: Duration) async throws(ErrorWrapper) -> Bool
    {
        try count()
        return try await queue.note(lines, as: number, of: claim, for: lease)
    }

    func extend(_ claim: RunClaim, for lease: Duration) async throws(ErrorWrapper) -> Bool {
        try count()
        return try await queue.extend(claim, for: lease)
    }

    func end(_ claim: RunClaim, with ending: AttemptEnding) async throws(ErrorWrapper) -> Bool {
        try count()
        return try await queue.end(claim, with: ending)
    }

    func told(_ event: String) async throws(ErrorWrapper) -> Data? {
        try count()
        return try await queue.told(event)
    }

    func tell(_ event: String, _ content: Data) async throws(ErrorWrapper) {
        try count()
        try await queue.tell(event, content)
    }

    func counts() async throws(ErrorWrapper) -> RunCounts { try await queue.counts() }

    func removeEnded(for time: Duration, limit: Int) async throws(ErrorWrapper) -> Int {
        try await queue.removeEnded(for: time, limit: limit)
    }

    func runs(after key: UUIDv7?, limit: Int, withEnded isEnded: Bool) async throws(ErrorWrapper) -> [DurableRun] {
        try await queue.runs(after: key, limit: limit, withEnded: isEnded)
    }

    func run(_ key: UUIDv7) async throws(ErrorWrapper) -> DurableRun? { try await queue.run(key) }
    func cancel(_ key: UUIDv7) async throws(ErrorWrapper) -> Bool { try await queue.cancel(key) }
    func retry(_ key: UUIDv7) async throws(ErrorWrapper) -> Bool { try await queue.retry(key) }
}

@Suite(.timeLimit(.minutes(5))) struct 実行を引き受ける働き手 {
    private let clock = ManualClock()
    private let queue: InMemoryRunQueue

    init() { queue = InMemoryRunQueue(clock: clock) }

    private func worker(
        _ usecases: [any Usecase.Type] = [Send.self], on queue: any RunQueue, at book: Book,
        report: @escaping @Sendable (RunWorker.Event) -> Void = { _ in }
    ) -> RunWorker {
        // Short times, because a spec lets each second pass by itself.
        var limits = RunWorker.Limits()
        limits.pauses = Backoff(first: .seconds(1), longest: .seconds(8))
        limits.longestAbsence = .seconds(12)
        return RunWorker(
            usecases, of: queue, as: "a", limits: limits, clock: clock, randomSource: SeededRandomSource(),
            dependencies: { .testing { $0.depot.adapter = book } }, report: report)
    }

    private func add(_ number: Int) async throws -> UUIDv7 {
        let key = UUIDv7(at: .example, random: (0, UInt64(number)))
        await queue.add(try QueuedRun(Step<Send>.basic(.荷物を包む(number: number)), as: .user, key: key))
        return key
    }

    private func goal(_ number: Int) throws -> DurableRun.State {
        .ended(goal: String(decoding: try JSONEncoder().encode(Send.Goals.荷物は届く(number: number)), as: UTF8.self))
    }

    /// Lets time pass until the run has ended, while the worker works.
    private func finish(_ key: UUIDv7, by worker: RunWorker) async throws -> DurableRun.State? {
        let work = Task { await worker.work() }
        defer { work.cancel() }
        try await eventually("the run has ended", within: .seconds(240)) {
            await clock.pass(.seconds(1))
            return await queue.run(key)?.state.isUnfinished == false
        }
        return await queue.run(key)?.state
    }

    @Test func どの要求のところで死んでも_ほかの働き手が続きから終わらせる() async throws {
        for requests in 1...6 {
            let (key, book) = (try await add(requests), Book())
            let dying = DyingQueue(queue, after: requests)
            let first = Task { [worker = worker(on: dying, at: book)] in await worker.work() }
            try await eventually("the server has died") {
                await clock.pass(.seconds(1))
                let state = await queue.run(key)?.state
                return dying.isDead || state?.isUnfinished == false
            }
            first.cancel()
            await first.value

            let state = try await finish(key, by: worker(on: queue, at: book))

            #expect(state == (try goal(requests)), "after \(requests) requests")
            // What was done and not noted is done once more, and nothing else is.
            let works = ["wrap", "send", "note"].map { "\($0) \(requests)" }
            #expect(book.works.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } } == works)
            #expect(book.works.count <= 4)
        }
    }

    @Test func 多くの実行を三つの働き手が分け合い_どれも一度だけ終わる() async throws {
        let book = Book()
        var keys: [UUIDv7] = []
        for number in 1...100 { keys.append(try await add(number)) }
        let work = (1...3).map { _ in Task { [worker = worker(on: queue, at: book)] in await worker.work() } }
        for (index, key) in keys.enumerated() {
            try await eventually("the run \(index) has ended") {
                await clock.pass(.milliseconds(100))
                return await queue.run(key)?.state == (try goal(index + 1))
            }
        }
        for task in work { task.cancel() }

        #expect(book.works.count == 300)
        #expect(Set(book.works).count == 300)
    }

    @Test func 失敗した実行は間をおいて続きから試される() async throws {
        let (key, book) = (try await add(1), Book(failures: 3))

        let state = try await finish(key, by: worker(on: queue, at: book))

        #expect(state == (try goal(1)))
        #expect(book.works == ["wrap 1", "send 1", "note 1"])
    }

    @Test func 失敗し続ける実行は操作者に残される() async throws {
        let (key, book) = (try await add(1), Book(failures: 1_000))

        let state = try await finish(key, by: worker(on: queue, at: book))

        guard case .failed(let reason) = state else { return #expect(state == nil, "the run must fail") }
        #expect(reason.contains("networkUnreachable"), "\(reason)")
    }

    @Test func 知らない実行は_知る働き手に残される() async throws {
        let (key, book) = (try await add(1), Book())
        let absences = Mutex<[Duration]>([])
        let stranger = worker([], on: queue, at: book) { event in
            if case .left(_, "\(key)", let time) = event { absences.withLock { $0.append(time) } }
        }
        let work = Task { await stranger.work() }
        try await eventually("the run was left four times") {
            await clock.pass(.seconds(1))
            return absences.withLock { $0.count } == 4
        }
        let before = await queue.run(key)?.state
        work.cancel()
        await work.value

        #expect(absences.withLock { $0 } == [5, 10, 12, 12].map { .seconds($0) })
        #expect(before?.isUnfinished == true)
        clock.advance(by: .seconds(12))
        expect(try await finish(key, by: worker(on: queue, at: book)), equals: try goal(1))
        #expect(book.works.count == 3)
    }

    @Test func 別の版の実行は_何も変えずに残される() async throws {
        let (key, book) = (try await add(1), Book())
        let first = Task { [worker = worker(on: DyingQueue(queue, after: 2), at: book)] in await worker.work() }
        try await eventually("the first change is noted, and the second one is not") { book.works.count == 2 }
        first.cancel()
        await first.value
        let other = Task { [worker = worker([Other.Send.self], on: queue, at: book)] in await worker.work() }
        for _ in 0..<60 {
            await clock.sleepers(1)
            clock.advance(by: .seconds(1))
        }
        other.cancel()
        await other.value
        // The last absence.
        clock.advance(by: .seconds(12))

        #expect(book.works == ["wrap 1", "send 1"])
        expect(try await finish(key, by: worker(on: queue, at: book)), equals: try goal(1))
        #expect(book.works == ["wrap 1", "send 1", "send 1", "note 1"])
    }

    @Test func 長い仕事のあいだ_引き受けは延ばされる() async throws {
        let key = try await add(1)
        let worker = RunWorker(
            [Send.self], of: queue, as: "a", clock: clock, randomSource: SeededRandomSource(),
            dependencies: { [clock] in .testing(clock: clock) { $0.depot.adapter = Waiting(clock: clock) } })
        let work = Task { await worker.work() }
        // The worker's timer, the lease of the run, and its work.
        await clock.sleepers(3)
        for _ in 0..<12 {
            clock.advance(by: .seconds(10))
            await clock.sleepers(3)
            try await eventually("the lease is extended") { await queue.lease(of: key) == .seconds(30) }
        }
        work.cancel()
        await work.value

        let claimed = await queue.claim(atMost: 1, by: "b", for: .seconds(1))
        #expect(claimed.map(\.number) == [1])
    }

    @Test func 止められた働き手は実行を返す() async throws {
        let key = try await add(1)
        let events = Mutex<[String]>([])
        let worker = RunWorker(
            [Send.self], of: queue, as: "a", clock: clock, randomSource: SeededRandomSource(),
            dependencies: { [clock] in .testing(clock: clock) { $0.depot.adapter = Waiting(clock: clock) } },
            report: { event in events.withLock { $0.append("\(event)") } })
        let work = Task { await worker.work() }
        // The worker's timer, the lease of the run, and its work.
        await clock.sleepers(3)
        work.cancel()
        await work.value

        expect(await queue.run(key)?.state.isUnfinished, equals: true)
        #expect(events.withLock { $0.count } == 1, "\(events.withLock { $0 })")
        // Without any time passing.
        let claimed = await queue.claim(atMost: 1, by: "b", for: .seconds(1))
        #expect(claimed.map(\.number) == [1])
    }
}

/// A depot that takes an hour for all work.
private struct Waiting: Depot {
    let clock: ManualClock

    func handle(_ work: String) async throws(ErrorWrapper) { try await clock.sleep(for: .seconds(3_600)) }
}
