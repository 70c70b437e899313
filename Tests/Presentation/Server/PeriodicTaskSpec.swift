#if Server
import CalearningDomain
import CalearningInfrastructure
import Foundation
import Logging
import ServiceLifecycle
import Synchronization
import Testing
import UsecasesEngine
import UsecasesRuns
import UsecasesService
import UsecasesStorage
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(1))) struct 繰り返す仕事 {
    private let clock = ManualClock()

    private func group(_ task: PeriodicTask) -> ServiceGroup {
        ServiceGroup(
            services: [task], logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    }

    @Test func 始めに一度_あとは間をおいて行い_止まれば行わない() async throws {
        let count = Mutex(0)
        let group = group(PeriodicTask(every: .seconds(10), clock: clock) { count.withLock { $0 += 1 } })
        async let running: Void = group.run()

        for expected in 1...3 {
            try await eventually("it has worked \(expected) times") { count.withLock { $0 } == expected }
            try await eventually("it waits") { clock.advanceToNextSleeper() }
            #expect(clock.uptime == .seconds(10) * expected)
        }
        try await eventually("it has worked again") { count.withLock { $0 } == 4 }
        await group.triggerGracefulShutdown()
        try await running

        clock.advance(by: .seconds(100))
        #expect(count.withLock { $0 } == 4)
    }

    @Test func 仕事の途中でも待たずに止まる() async throws {
        let hasBegun = Mutex(false)
        let group = group(
            PeriodicTask(every: .seconds(10), clock: clock) {
                hasBegun.withLock { $0 = true }
                try? await eventually("the work is cancelled", within: .seconds(50)) { Task.isCancelled }
            })
        async let running: Void = group.run()
        try await eventually("the work has begun") { hasBegun.withLock { $0 } }

        await group.triggerGracefulShutdown()
        try await running
    }
}

@Suite struct データベースの計器 {
    @Test func 答えなければ零_答えれば一と大きさ() async throws {
        let directory = TemporaryDirectory()
        let database = try SQLiteDatabase.fixture(at: directory.path + "/devices.sqlite")
        let metrics = RecordedMetrics()
        let instruments = DatabaseInstruments(metrics: metrics)
        for number in 1...3 as ClosedRange<UInt64> { try await database.browsers.add(.fixture(number)) }

        await instruments.measure(database)
        let sizes = try await database.sizes()

        #expect(metrics["calearning_database_up"] == 1)
        #expect(metrics["calearning_database_bytes"] == Double(sizes.database))
        #expect(metrics["calearning_browsers"] == 3)
        #expect(metrics["calearning_wal_bytes"] == sizes.log.map { Double($0) })
        #expect(try #require(metrics["calearning_disk_free_bytes"]) > 0)
        try database.close(within: .seconds(5))
        await instruments.measure(database)
        #expect(metrics["calearning_database_up"] == 0)
    }
}

@Suite struct 再開できる実行の計器 {
    private let metrics = RecordedMetrics()

    private func values(_ name: String, _ label: String, _ values: [String]) -> [Double?] {
        values.map { metrics["calearning_\(name){\(label)=\"\($0)\"}"] }
    }

    @Test func 状態ごとの数と_いちばん長く待つ時間を測る() async throws {
        let clock = ManualClock()
        let queue = InMemoryRunQueue(clock: clock)
        let instruments = RunInstruments(metrics: metrics)
        let states = ["waiting", "resting", "playing", "failed"]
        #expect(values("runs", "state", states) == [0, 0, 0, 0])
        #expect(metrics["calearning_runs_longest_wait_seconds"] == 0)
        let endings: [AttemptEnding] = [
            .goal(Data()), .failure(reason: "no", pause: nil), .failure(reason: "no", pause: nil),
            .failure(reason: "no", pause: nil), .givenBack(for: .seconds(1000)), .givenBack(for: .seconds(1000)),
        ]
        for (number, ending) in endings.enumerated() { try await queue.add(number, ending: ending) }
        try await queue.add(10)
        try await queue.claim()
        for number in 11...14 { try await queue.add(number) }
        clock.advance(by: .seconds(20))

        await instruments.measure(queue)

        #expect(values("runs", "state", states) == [4, 2, 1, 3])
        #expect(metrics["calearning_runs_longest_wait_seconds"] == 20)
    }

    @Test func どの報せも一つずつ数える() {
        let instruments = RunInstruments(metrics: metrics)
        let outcomes = ["taken_over", "ended", "failed", "tried_again", "given_back", "lost", "queue_failed", "left"]
        let events: [RunWorker.Event] = [
            .tookOver(usecase: "Boot", attempt: 2), .ended(usecase: "Boot", .goal(Data())),
            .ended(usecase: "Boot", .failure(reason: "no", pause: nil)),
            .ended(usecase: "Boot", .failure(reason: "no", pause: .seconds(1))),
            .ended(usecase: "Boot", .givenBack(for: .zero)), .lostClaim(usecase: "Boot"),
            .queueFailed(.interrupted), .left(usecase: "Boot", run: "1", for: .seconds(5)),
        ]
        for (index, event) in events.enumerated() {
            for _ in 0...index { instruments.record(event) }
        }

        #expect(values("run_attempts_total", "outcome", outcomes) == [1, 2, 3, 4, 5, 6, 7, 8])
    }
}
#endif
