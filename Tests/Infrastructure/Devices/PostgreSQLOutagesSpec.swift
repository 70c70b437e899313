#if Server
import CalearningDomain
import Foundation
import CalearningInfrastructure
import MetricsTestKit
import Synchronization
import Testing
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct PostgreSQLに届かない場合 {
    private let registration = Registration(key: InstallationKey(fixture: "k"), kind: .terminal, udid: .fixture())

    @Test func 接続を切られ続けても記録は続く() async throws {
        let sandbox = try PostgreSQLSandbox()
        let metrics = TestMetrics()
        let registry = try PostgreSQLDeviceRegistry.fixture(at: sandbox.url, metrics: metrics)
        let registrations = (0..<400).map { Registration.fixture($0) }

        var cut = 0
        for (number, registration) in registrations.enumerated() {
            if number % 20 == 10 { cut += try sandbox.cutConnections() }
            try await expect(registry.record(registration), equals: registration)
        }

        #expect(cut >= 20)
        try expect(sandbox.client().run("SELECT count(*) FROM registrations"), equals: [["400"]])
        #expect(try metrics.expectCounter("calearning_registry_reconnects_total").totalValue >= 20)
        #expect(try metrics.expectCounter("calearning_registry_retries_total").totalValue >= 20)
    }

    @Test func 受け付けるだけで答えないサーバは期限に諦められる() throws {
        let server = try LoopbackServer(serving: { _, connection in connection.waitForHangUp() })
        defer { server.stop() }
        let registry = try PostgreSQLDeviceRegistry.fixture(
            at: "postgres://u@127.0.0.1:\(server.port)/d?gssencmode=disable&sslmode=disable",
            timeout: .milliseconds(200))
        let clock = SystemClock()

        let first = #expect(throws: ErrorWrapper.self) { try registry.answers(to: [.record(registration)]) }
        let afterFirst = clock.uptime
        let others = (1...100).map { _ in #expect(throws: ErrorWrapper.self) { try registry.answers(to: [.check]) } }

        let location = "postgres://u@127.0.0.1:\(server.port)/d"
        #expect(first?.system == .dataStore(.unwritable(location: location, content: .database)))
        #expect(afterFirst >= .milliseconds(200))
        #expect(others.allSatisfy { $0?.system == .dataStore(.unwritable(location: location, content: .database)) })
        // Later requests did not wait. Otherwise they would have taken a hundred times as long.
        #expect(clock.uptime - afterFirst < afterFirst * 20)
        #expect(server.connectionCount == 1)
    }

    @Test func 始めに止まっていても作ることができ_動き出せば使える() async throws {
        let cluster = try await PostgreSQLCluster.make()
        try await cluster.stop()
        let metrics = TestMetrics()
        let registry = try PostgreSQLDeviceRegistry.fixture(
            at: cluster.url, timeout: .milliseconds(300), metrics: metrics)

        // Waits well beyond the time limit of a single request.
        try await settle(registry, answering: false)
        let attempts = try metrics.expectCounter("calearning_registry_connect_failures_total").totalValue
        try await cluster.start()
        try await settle(registry, answering: true)

        // The registry attempts only a few connections, however many requests it receives.
        #expect((1...20).contains(attempts))
        try await expect(registry.record(registration), equals: registration)
        registry.close()
    }

    @Test(arguments: ["fast", "immediate"])
    func 働いている間に止まって始まっても_答えたものは失われない(mode: String) async throws {
        let cluster = try await PostgreSQLCluster.make()
        let registry = try PostgreSQLDeviceRegistry.fixture(at: cluster.url, timeout: .milliseconds(500))
        let load = Load()

        try await load.run(in: registry) {
            for _ in 1...2 {
                try await load.grow(by: 500)
                try await cluster.stop(mode)
                try await load.fail()
                try await cluster.start()
                try await load.grow(by: 500)
            }
        }

        let rows = Set(try cluster.client().run("SELECT key || ' ' || udid FROM registrations").map { $0[0] })
        #expect(load.recorded.count >= 2000)
        #expect(load.recorded.allSatisfy { rows.contains("\($0.key.rawValue) \($0.udid)") })
        registry.close()
    }

    @Test func 複製を待たずに済まされたコミットは成功とされない() async throws {
        let cluster = try await PostgreSQLCluster.make()
        let registry = try PostgreSQLDeviceRegistry.fixture(at: cluster.url, timeout: .milliseconds(1500))
        let client = try cluster.client()
        try await settle(registry, answering: true)
        try await cluster.awaitNobody()

        let task = Task { [registration] in try await registry.record(registration) }
        try await eventually("the commit waits, and is stopped") {
            try !client.run(
                "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%INSERT%'"
            ).isEmpty
        }

        // Every client sees the row, but the registry must not acknowledge it yet.
        let outcome = await task.result
        #expect(throws: ErrorWrapper.self) { try outcome.get() }
        try expect(client.run("SELECT udid FROM registrations"), equals: [[registration.udid.rawValue]])
        await #expect(throws: ErrorWrapper.self) { try await registry.registration(under: registration.key) }
        try client.run("ALTER SYSTEM RESET synchronous_standby_names")
        try client.run("SELECT pg_reload_conf()")
        try await settle(registry, answering: true)
        try await expect(registry.record(registration), equals: registration)
        registry.close()
    }

    @Test func 複製されていないものは見えても答えられない() async throws {
        let cluster = try await PostgreSQLCluster.make()
        let connected = try PostgreSQLDeviceRegistry.fixture(at: cluster.url, timeout: .seconds(5))
        try await connected.check()
        try await cluster.awaitNobody()
        // Writes like a session whose wait for the commit was interrupted.
        try cluster.client().run("SET synchronous_commit = local; INSERT INTO registrations VALUES ('u', 'k', 11)")
        let newcomer = try PostgreSQLDeviceRegistry.fixture(at: cluster.url, timeout: .seconds(5))

        // The registry answers a request that does not depend on the row.
        try await expect(connected.registration(under: try #require(InstallationKey("unknown"))), equals: nil)
        await #expect(throws: ErrorWrapper.self) { try await connected.registration(under: registration.key) }
        await #expect(throws: ErrorWrapper.self) { try await connected.record(registration) }
        // A new connection cannot determine whether the visible row was replicated.
        await #expect(throws: ErrorWrapper.self) { try await newcomer.check() }
        connected.close()
        newcomer.close()
    }

    @Test func 書けなくなった主は断り_書けるようになれば自ら続ける() async throws {
        let cluster = try await PostgreSQLCluster.make()
        let registry = try PostgreSQLDeviceRegistry.fixture(at: cluster.url, timeout: .seconds(1))
        let client = try cluster.client()
        try await settle(registry, answering: true)

        try client.run("ALTER SYSTEM SET default_transaction_read_only = on")
        try client.run("SELECT pg_reload_conf()")
        try await settle(registry, answering: false)
        let error = await #expect(throws: ErrorWrapper.self) { try await registry.record(registration) }
        try client.run("ALTER SYSTEM RESET default_transaction_read_only")
        try client.run("SELECT pg_reload_conf()")
        try await settle(registry, answering: true)

        #expect(error?.causes.contains { "\($0)".contains("read-only") } == true, "\(error?.causes ?? [])")
        try await expect(registry.record(registration), equals: registration)
        registry.close()
    }

    /// The server warns about the version of a collation at the start of each connection.
    @Test func 接続のたびに同じ警告があっても一度だけ記録する() async throws {
        let cluster = try await PostgreSQLCluster.make()
        let log = RecordedLog()
        let registry = try PostgreSQLDeviceRegistry.fixture(at: cluster.url, log: log)
        let client = try cluster.client()
        try client.run("UPDATE pg_database SET datcollversion = '0' WHERE datname = 'postgres'")

        for _ in 1...3 {
            try await registry.check()
            try client.run(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname <> ''"
            )
        }
        try await registry.check()

        let warnings = log.lines.filter { $0.contains("the database server warns: ") }
        #expect(warnings.count == 1, "\(log.lines)")
        #expect(warnings.first?.contains("collation version") == true)
        registry.close()
    }

    @Test func 一人が待ちきれなければ続く者は待たずに断られる() async throws {
        let cluster = try await PostgreSQLCluster.make()
        let registry = try PostgreSQLDeviceRegistry.fixture(at: cluster.url, timeout: .seconds(3))
        try await registry.check()
        try await cluster.awaitNobody()
        let clock = SystemClock()

        let first = #expect(throws: ErrorWrapper.self) { try registry.answers(to: [.record(registration)]) }
        let afterFirst = clock.uptime
        let others = (1...50).map { _ in #expect(throws: ErrorWrapper.self) { try registry.answers(to: [.check]) } }

        #expect(first?.causes.map { "\($0)" } == ["the server did not answer in time"])
        #expect(afterFirst > .seconds(3))
        #expect(others.allSatisfy { $0 != nil })
        // Waiting would have taken fifty times as long.
        #expect(clock.uptime - afterFirst < afterFirst * 10)
        registry.close()
    }

    /// Returns after 20 successful checks in a row, or after 20 failed ones if `isWanted` is false.
    private func settle(_ registry: PostgreSQLDeviceRegistry, answering isWanted: Bool) async throws {
        var count = 0
        try await eventually("the registry \(isWanted ? "answers" : "fails") 20 times in a row") {
            let hasAnswered = (try? await registry.check()) != nil
            count = hasAnswered == isWanted ? count + 1 : 0
            return count == 20
        }
    }
}

/// A load of continuous registrations that records their outcomes.
private final class Load: Sendable {
    private struct State {
        var recorded: [Registration] = []
        var failures = 0
        var isOver = false
    }

    private let state = Mutex(State())

    var recorded: [Registration] { state.withLock(\.recorded) }

    func run(in registry: PostgreSQLDeviceRegistry, _ body: @escaping @Sendable () async throws -> Void) async throws {
        let workers = (0..<16).map { worker in
            Task {
                var number = UInt64(worker * 1_000_000)
                while !state.withLock(\.isOver) {
                    await record(number, in: registry)
                    number += 1
                }
            }
        }
        let result = await Task { try await body() }.result
        state.withLock { $0.isOver = true }
        for worker in workers { await worker.value }
        try result.get()
    }

    private func record(_ number: UInt64, in registry: PostgreSQLDeviceRegistry) async {
        do {
            let recorded = try await registry.record(.fixture(number))
            state.withLock { $0.recorded.append(recorded) }
        } catch {
            state.withLock { $0.failures += 1 }
        }
    }

    /// Returns when the given number of further registrations are recorded.
    func grow(by count: Int) async throws {
        let end = recorded.count + count
        // Beside other specs that write to the disk, hundreds of commits take long.
        try await eventually("\(end) are recorded", within: .seconds(150)) {
            state.withLock { $0.recorded.count } >= end
        }
    }

    /// Returns when one more registration has failed.
    func fail() async throws {
        let start = state.withLock(\.failures)
        try await eventually("one has failed") { state.withLock { $0.failures } > start }
    }
}
#endif
