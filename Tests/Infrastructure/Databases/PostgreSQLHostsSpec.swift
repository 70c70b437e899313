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
        ("postgres://a,b/d?port=7", ["a:7", "b:7"]), ("postgres://[::1]:5,b/d?port=5,6", ["[::1]:5", "b:6"]),
        ("postgres:///d?host=/run/pg,b&port=5", ["/run/pg:5", "b:5"]),
        ("postgres://a,b/d?hostaddr=10.0.0.1,10.0.0.2&port=5", ["a:5", "b:5"]),
        // libpq itself refuses these, or gives them its own meaning.
        ("postgres://a:1,b:2,c:3/d?hostaddr=10.0.0.1,10.0.0.2", ["a,b,c:1,2,3"]),
        ("postgres://a,b/d?host=a,&port=5", ["a,:5"]),
    ])
    func それぞれが順に試される(url: String, expected: [String]) throws {
        try expect(PostgreSQLAddress(url).hosts.map(\.description), equals: expected)
    }

    private enum Event: CaseIterable {
        case use, answer, silence, shortSilence
    }

    /// Orders the hosts of an address by what happened last to each. A short attempt says nothing about a host that is slow, and
    /// with no other host, a silent one has its whole time.
    @Test func 最後に使えたものが先で_黙るものは短く最後に試される() async {
        await forAll { choices in
            (
                choices.list(1...5) { choices in
                    (
                        choices.one(of: ["h", "10.0.0.", "2001:db8::"]),
                        choices.isTrue() ? choices.number(in: 1...UInt16.max) : nil
                    )
                },
                choices.list(0...30) { choices in
                    (
                        choices.one(of: Event.allCases), choices.number(in: 0...4),
                        choices.number(near: 0, 10_000, within: 3)
                    )
                }
            )
        } holds: { drawn, events in
            let places = drawn.enumerated().map { index, place in
                (place.0.contains(":") ? "[\(place.0)\(index)]" : "\(place.0)\(index)", place.1)
            }
            let list = places.map { host, port in port.map { "\(host):\($0)" } ?? host }.joined(separator: ",")
            let known = try PostgreSQLAddress("postgres://u@\(list)/d").hosts
            try promise(known.map(\.description), is: places.map { host, port in "\(host):\(port ?? 5432)" })
            let hosts = PostgreSQLHosts(known)
            var (now, history): (Int, [(event: Event, host: Int, time: Int)]) = (0, [])
            for (event, number, pause) in events {
                let index = number % known.count
                now += max(0, pause)
                let patience: Duration? = event == .shortSilence ? .milliseconds(500) : nil
                switch event {
                case .use: hosts.noteUse(of: known[index])
                case .answer: hosts.noteAnswer(of: known[index])
                case .silence, .shortSilence:
                    hosts.noteSilence(of: .init(host: known[index], patience: patience), at: .milliseconds(now))
                }
                history.append((event, index, now))

                let used = history.last { $0.event == .use }?.host
                let silences = known.indices.map { host in
                    history.last { $0.host == host && [.answer, .silence].contains($0.event) }
                        .flatMap { $0.event == .silence ? $0.time : nil }
                }
                let areSilent = silences.allSatisfy { $0 != nil }
                let ranks = silences.enumerated().map { host, silence in
                    areSilent ? 0 : silence != nil ? 2 : host == used ? 0 : 1
                }
                let order = known.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
                let expected = order.map { host in
                    let isShort = !areSilent && silences[host].map { now - $0 < 10_000 } ?? false
                    return PostgreSQLHosts.Attempt(
                        host: known[host], patience: isShort ? .milliseconds(500) : nil)
                }
                try promise(hosts.attempts(at: .milliseconds(now)), is: expected)
            }
        }
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
