#if Server
import CalearningDomain
import Logging
import MetricsTestKit
import Testing
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningInfrastructure
@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct PostgreSQLのホストが複数の場合 {
    @Test(arguments: [
        ("postgres://u@a:1,b:2/d", ["a:1", "b:2"]), ("postgres://a,b/d", ["a:5432", "b:5432"]),
        ("postgres://a:1,b/d", ["a:1", "b:5432"]), ("postgres://a,b/d?port=7", ["a:7", "b:7"]),
        ("postgres://[::1]:5,b/d?port=5,6", ["[::1]:5", "b:6"]),
        ("postgres:///d?host=/run/pg,b&port=5", ["/run/pg:5", "b:5"]),
        ("postgres://a,b/d?hostaddr=10.0.0.1,10.0.0.2&port=5", ["a:5", "b:5"]), ("postgres://h:5/d", ["h:5"]),
        // libpq itself refuses these, or gives them its own meaning.
        ("postgres://a:1,b:2,c:3/d?hostaddr=10.0.0.1,10.0.0.2", ["a,b,c:1,2,3"]),
        ("postgres://a,b/d?host=a,&port=5", ["a,:5"]),
    ])
    func それぞれが順に試される(url: String, expected: [String]) throws {
        try expect(PostgreSQLAddress(url).hosts.map(\.description), equals: expected)
    }

    @Test func 最後に使えたものが先で_黙るものは短く最後に試される() throws {
        let address = try PostgreSQLAddress("postgres://a,b,c/d?port=1")
        let hosts = PostgreSQLHosts(address.hosts)
        let (a, b, c) = (address.hosts[0], address.hosts[1], address.hosts[2])
        func order(_ patience: Duration?..., at time: Duration, _ expected: PostgreSQLHost...) -> Bool {
            hosts.attempts(at: time) == zip(expected, patience).map { .init(host: $0, patience: $1) }
        }

        #expect(order(nil, nil, nil, at: .zero, a, b, c))
        hosts.noteUse(of: c)
        #expect(order(nil, nil, nil, at: .zero, c, a, b))
        hosts.noteSilence(of: .init(host: c), at: .seconds(1))
        #expect(order(nil, nil, .milliseconds(500), at: .milliseconds(10_999), a, b, c))
        // A short attempt says nothing about a host that is slow.
        hosts.noteSilence(of: .init(host: c, patience: .milliseconds(500)), at: .seconds(10))
        #expect(order(nil, nil, nil, at: .seconds(11), a, b, c))
        hosts.noteUse(of: b)
        hosts.noteAnswer(of: c)
        #expect(order(nil, nil, nil, at: .seconds(11), b, a, c))
        // With no other host, a silent one has its whole time.
        for host in [a, b, c] { hosts.noteSilence(of: .init(host: host), at: .seconds(11)) }
        #expect(order(nil, nil, nil, at: .seconds(11), a, b, c))
    }

    @Test func 替わったことが一度ずつ知らされる() throws {
        let address = try PostgreSQLAddress("postgres://a,b/d?port=1")
        let changes = RecordedLog()
        let hosts = PostgreSQLHosts(address.hosts) { former, new in
            changes.logger.notice("\(former?.description ?? "-") \(new.description)")
        }

        for number in [0, 0, 1, 1, 0] { hosts.noteUse(of: address.hosts[number]) }

        try #require(changes.lines.count == 3, "\(changes.lines)")
        #expect(zip(changes.lines, ["- a:1", "a:1 b:1", "b:1 a:1"]).allSatisfy { $0.contains($1) })
        #expect(hosts.used == address.hosts[0])
    }

    @Test func 黙るホストは接続ごとにではなく一度だけ待たれる() async throws {
        let cluster = try await PostgreSQLCluster.make()
        let silent = try LoopbackServer(serving: { _, connection in connection.waitForHangUp() })
        defer { silent.stop() }
        let registry = try PostgreSQLDeviceRegistry.fixture(
            at: """
                postgres://postgres@/postgres?host=127.0.0.1,\(socket(of: cluster))&port=\(silent.port),5432\
                &sslmode=disable&gssencmode=disable
                """)
        let client = try cluster.client()

        for _ in 1...5 {
            try await registry.check()
            try client.run(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname <> ''"
            )
        }
        try await registry.check()

        #expect(silent.connectionCount == 1)
        #expect(registry.host == "\(socket(of: cluster)):5432")
        registry.close()
    }

    @Test func 書けなくなった主を離れ_書けるようになれば戻る() async throws {
        let (first, second) = (try await PostgreSQLCluster.make(), try await PostgreSQLCluster.make())
        let (metrics, log) = (TestMetrics(), RecordedLog())
        let registry = try PostgreSQLDeviceRegistry.fixture(
            at: "postgres://postgres@/postgres?host=\(socket(of: first)),\(socket(of: second))&port=5432",
            metrics: metrics, log: log)

        for (host, other) in [(first, second), (second, first), (first, second)] {
            try setReadOnly(other, true)
            try setReadOnly(host, false)
            try await eventually("the host is used") {
                (try? await registry.check()) != nil && registry.host == "\(socket(of: host)):5432"
            }
        }

        #expect(try metrics.expectCounter("calearning_database_host_changes_total").totalValue == 2)
        for (cluster, value) in [(first, 1.0), (second, 0.0)] {
            let gauge = try metrics.expectGauge(
                "calearning_database_host", [("host", "\(socket(of: cluster)):5432")])
            #expect(gauge.lastValue == value)
        }
        #expect(log.lines.filter { $0.contains("another host of the database is used") }.count == 2, "\(log.lines)")
        registry.close()
    }

    private func setReadOnly(_ cluster: PostgreSQLCluster, _ isReadOnly: Bool) throws {
        let client = try cluster.client()
        try client.run("ALTER SYSTEM SET default_transaction_read_only = \(isReadOnly ? "on" : "off")")
        try client.run("SELECT pg_reload_conf()")
    }

    private func socket(of cluster: PostgreSQLCluster) -> String {
        String(cluster.url.drop { $0 != "?" }.dropFirst("?host=".count))
    }
}
#endif
