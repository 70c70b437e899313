#if Server
import CalearningDomain
import CalearningInfrastructure
import Logging
import ServiceLifecycle
import Synchronization
import Testing
import UsecasesEngine
import UsecasesService
import UsecasesStorage
import UsecasesTestSupport
import UsecasesTesting

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
#endif
