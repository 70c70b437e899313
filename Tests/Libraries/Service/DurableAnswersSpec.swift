#if Server
import Hummingbird
import Logging
import Metrics
import ServiceLifecycle
import Synchronization
import Testing
import UsecasesEngine
import UsecasesRuns
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesService
@testable import UsecasesTerminal

/// A durable use case that ends at once, or waits for a minute.
private enum Bake: Usecase {
    enum Basics: SceneName {
        case 焼き上がりを待つ(until: Timestamp)
    }

    enum Goals: SceneName {
        case パンが焼ける(at: Timestamp)
    }

    static let title = "パンを焼く"
    static let invocation = Invocation.request("POST /loaves")
    static let actors: Set<Actor> = [.application]
    static let beginnings: [Step<Self>] = [.basic(.焼き上がりを待つ(until: .example))]
    static let isDurable = true

    static func next(after scene: Step<Self>, with ports: Dependencies) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.焼き上がりを待つ(let time)):
            try await ports.alarm.wait(until: time)
            return .last(.パンが焼ける(at: time))
        }
    }
}

private enum Bakery: ServiceApplication {
    static let product = Product.sample
    static let abstract = Sentence("A bakery.")
    static let service = ServiceText(purpose: Sentence("the bakery"), needed: "the bakery")
    static let usecases: [any Usecase.Type] = [Bake.self]
    static let openAPI: [UInt8] = []
    static let key = UUIDv7(at: .example, random: (0, 1))

    static func dependencies(for settings: Settings, _ options: NoOptions) -> Dependencies { .testing() }

    static func routes(of service: HTTPService) -> [Route] {
        let runner = service.runner(failureMessage: "not baked")
        func bake(_ path: String, at time: Timestamp, within limit: Duration) -> Route {
            Route(.post, path) { _, context in
                try await runner.answer(
                    Step<Bake>.basic(.焼き上がりを待つ(until: time)), key: key, within: limit, context
                ) { goal in
                    switch goal {
                    case .パンが焼ける: Response(status: .created)
                    }
                }
            }
        }
        return [
            bake("/rolls", at: .example, within: .seconds(60)), bake("/crowd", at: .example, within: .zero),
            bake("/loaves", at: .example + .seconds(1_000_000_000), within: .seconds(60)), runner.durableRun,
        ]
    }

    static func equipment(
        for settings: ServerSettings, clock: any Clock, randomSource: any RandomSource, metrics: any MetricsFactory,
        logger: Logger
    ) -> ServiceEquipment { ServiceEquipment(dependencies: .testing()) }
}

@Suite(.timeLimit(.minutes(5))) struct 続く実行への応答 {
    private let clock = SystemClock()
    private let queue: InMemoryRunQueue

    init() { queue = InMemoryRunQueue(clock: clock) }

    private func answers(to requests: [String], isPlayed: Bool = true) async throws -> [RawAnswer] {
        var dependencies = Dependencies.testing(clock: clock)
        dependencies.durableRuns.adapter = queue
        let group = ServiceGroup(
            services: isPlayed ? Bakery.runTasks(with: dependencies, logger: RecordedLog().logger) : [],
            logger: RecordedLog().logger)
        async let work: Void = group.run()
        let answers = Mutex<[RawAnswer]>([])
        try await RunningService.run(Bakery.self, dependencies: dependencies) { port in
            for request in requests {
                let connection = try RawConnection(
                    port: port, sending: "\(request) HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
                let answer = await connection.answer()
                if let answer { answers.withLock { $0.append(answer) } }
            }
        }
        await group.triggerGracefulShutdown()
        try await work
        return answers.withLock(\.self)
    }

    @Test func 間に合えばゴールを返し_繰り返しても同じ() async throws {
        let answers = try await answers(to: ["POST /rolls", "POST /rolls", "GET \(Route.path(of: Bakery.key))"])

        #expect(answers.map(\.status) == [201, 201, 200])
        #expect(answers[2].text.contains(#""state":"ended""#))
    }

    @Test func 待つ実行なら_期限の前に行き先を返す() async throws {
        let answers = try await answers(to: ["POST /loaves", "GET \(Route.path(of: Bakery.key))"])

        #expect(answers.map(\.status) == [202, 200])
        #expect(answers[0].headers["location"] == Route.path(of: Bakery.key))
        #expect(answers[1].text.contains(#""state":"rests","until":"#))
    }

    @Test func 間に合わなければ_行き先を返す() async throws {
        let answers = try await answers(
            to: ["POST /crowd", "GET \(Route.path(of: Bakery.key))", "GET /runs/nothing"], isPlayed: false)

        #expect(answers.map(\.status) == [202, 200, 404])
        #expect(answers[1].text.contains(#""state":"waits""#))
        #expect(answers[2].code == "NO_SUCH_RUN")
    }
}

@Suite(.timeLimit(.minutes(5))) struct 続く実行を進める仕事 {
    private let clock = ManualClock()
    private let log = RecordedLog()

    /// Plays the durable runs in the queue while the body runs.
    private func play(
        _ queue: any RunQueue, _ limits: RunWorker.Limits = RunWorker.Limits(), _ body: () async throws -> Void
    ) async throws {
        var dependencies = Dependencies.testing(clock: clock)
        dependencies.durableRuns.adapter = queue
        let tasks = Bakery.runTasks(with: dependencies, limits: limits, keeping: .seconds(600), logger: log.logger)
        let group = ServiceGroup(services: tasks, logger: RecordedLog().logger)
        async let running: Void = group.run()
        try await body()
        await group.triggerGracefulShutdown()
        try await running
    }

    /// Lets time pass until the condition is met.
    private func eventually(_ expectation: String, _ isSo: () async throws -> Bool) async throws {
        try await UsecasesTestSupport.eventually(expectation) {
            _ = clock.advanceToNextSleeper()
            return try await isSo()
        }
    }

    @Test func 実行を進め_終わったものは期限のあとに片付ける() async throws {
        let queue = InMemoryRunQueue(clock: clock)
        try await queue.begin(Step<Bake>.basic(.焼き上がりを待つ(until: .example)), as: .application, key: Bakery.key)

        try await play(queue) {
            try await eventually("the run ends") { await queue.run(Bakery.key)?.state.isUnfinished == false }
            try await eventually("the run is removed") { await queue.run(Bakery.key) == nil }
        }

        #expect(clock.uptime >= .seconds(600))
        #expect(log.lines == [])
    }

    @Test func 待ち行列がなければ理由を記録して_できるまで待つ() async throws {
        let asked = Mutex(0)
        let missing = AbsurdRunQueue("loaves", at: "the database") { _, _ in
            asked.withLock { $0 += 1 }
            return [[nil]]
        }

        try await play(missing) { try await eventually("it asks again") { asked.withLock { $0 } == 3 } }

        #expect(log.lines.count >= 2)
        #expect(log.lines.allSatisfy { $0.contains("absurdctl create-queue loaves") }, "\(log.lines)")
    }

    @Test func 失敗した試みを記録する() async throws {
        let queue = InMemoryRunQueue(clock: clock)
        try await queue.begin(Step<Bake>.basic(.焼き上がりを待つ(until: .example)), as: .user, key: Bakery.key)
        var limits = RunWorker.Limits()
        limits.attempts = 2
        limits.lease = .seconds(1_000_000)

        try await play(queue, limits) { try await eventually("the run fails") { log.lines.count == 2 } }

        #expect(log.lines.map { $0.hasPrefix("error") } == [false, true], "\(log.lines)")
        #expect(log.lines.allSatisfy { $0.contains("usecase=Bake") }, "\(log.lines)")
    }

    @Test func 待ち行列を渡さなければ_仕事はない() {
        #expect(Bakery.runTasks(with: .testing(), logger: log.logger).isEmpty)
    }
}
#endif
