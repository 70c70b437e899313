#if Server
import CalearningDomain
import Foundation
import CalearningInfrastructure
import MetricsTestKit
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct PostgreSQLの登録簿 {
    private let sandbox: PostgreSQLSandbox

    init() throws {
        sandbox = try PostgreSQLSandbox()
    }

    @Test func 一つにまとめられた同じキーには最初のものが返る() throws {
        let registry = try PostgreSQLDeviceRegistry.fixture(at: sandbox.url)
        let key = try #require(InstallationKey("k"))
        let batch = (1...3).map { Registration(key: key, kind: .terminal, udid: .fixture($0)) }

        let answers = try registry.answers(to: batch.map { .record($0) } + [.find(key), .check])

        #expect(answers == [batch[0], batch[0], batch[0], nil, nil])
        try expect(registry.answers(to: [.check, .find(key)]), equals: [nil, batch[0]])
    }

    @Test func 記録と検索をまとめてもそれぞれの答えが返る() throws {
        let registry = try PostgreSQLDeviceRegistry.fixture(at: sandbox.url)
        let registrations = (1...6).map { Registration.fixture($0) }
        _ = try registry.answers(to: registrations.prefix(3).map { .record($0) })
        let others = registrations.map { Registration(key: $0.key, kind: $0.kind, udid: .fixture(99)) }

        let answers = try registry.answers(to: [
            .find(registrations[0].key), .record(registrations[3]), .record(others[1]), .find(registrations[5].key),
        ])

        #expect(answers == [registrations[0], registrations[3], registrations[1], nil])
    }

    @Test func どんな文字のキーもそのまま記録される() throws {
        let registry = try PostgreSQLDeviceRegistry.fixture(at: sandbox.url)
        let visible = String((UInt8(0x21)...0x7E).map { Character(Unicode.Scalar($0)) })
        let texts = [
            visible, #"{a,"b",\c}"#, "NULL", "null", #"""#, #"\"#, #"\\x41"#, "{", "}", ",", "'", "''", "$1", "%s",
            ";--",
            "E'\\n'", String(repeating: "k", count: 255), String(repeating: "\\", count: 255),
        ]
        let registrations = try texts.enumerated().map { number, text in
            Registration(key: try #require(InstallationKey(text)), kind: .terminal, udid: .fixture(UInt64(number)))
        }

        let recorded = try registry.answers(to: registrations.map { .record($0) })

        #expect(recorded == registrations)
        try expect(registry.answers(to: registrations.map { .find($0.key) }), equals: registrations)
        #expect(try sandbox.client().run("SELECT key FROM registrations ORDER BY udid").map { $0[0] } == texts)
    }

    @Test func 同じキーを逆の順に書く二つのサーバも互いを待ち続けず_同じUDIDを答える() async throws {
        let metrics = TestMetrics()
        let servers = try (1...2).map { _ in
            try PostgreSQLDeviceRegistry.fixture(at: sandbox.url, timeout: .seconds(30), metrics: metrics)
        }
        for server in servers { _ = try server.answers(to: [.check]) }

        for round in 0..<5 {
            let keys = (0..<1000).compactMap { InstallationKey("k-\(round)-\($0)") }
            let recorded = try await withThrowingTaskGroup(of: [Registration?].self) { group in
                for (number, server) in servers.enumerated() {
                    let batch = (number == 0 ? keys : keys.reversed()).enumerated().map { position, key in
                        let udid = UDID.fixture(UInt64(round * 10_000 + number * 5000 + position))
                        return RegistryOperation.record(Registration(key: key, kind: .terminal, udid: udid))
                    }
                    group.addTask { try await onThread { try server.answers(to: batch) } }
                }
                return try await group.reduce(into: Set<Registration?>()) { $0.formUnion($1) }
            }
            #expect(recorded.count == 1000)
        }

        // The server resolves a deadlock by refusing one of its participants.
        #expect(try metrics.expectCounter("calearning_registry_retries_total").totalValue == 0)
        #expect(try sandbox.client().run("SELECT count(*) FROM registrations") == [["5000"]])
    }

    /// Between looking for the key and recording it.
    @Test func 間にほかの者が記録した場合も書くので返した答えは失われない() async throws {
        let registry = try PostgreSQLDeviceRegistry.fixture(at: sandbox.url)
        let registration = Registration.fixture(1)
        _ = try registry.answers(to: [.check])
        let other = try sandbox.client()
        try other.run("BEGIN; INSERT INTO registrations VALUES ('held', '\(registration.key.rawValue)', 11)")
        let before = try other.run("SELECT xmin, ctid FROM registrations")

        async let answers = onThread { try registry.answers(to: [.record(registration)]) }
        let observer = try sandbox.client()
        try await eventually("the statement waits for the other one") {
            try !observer.run(
                "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = '\(sandbox.name)'"
            ).isEmpty
        }
        try other.run("COMMIT")

        try await expect(answers.first??.udid, equals: UDID("held"))
        #expect(try version() != before)
    }

    @Test func 記録されているものを記録しようとしても何も書かない() throws {
        let registry = try PostgreSQLDeviceRegistry.fixture(at: sandbox.url)
        let registration = Registration.fixture(1)
        _ = try registry.answers(to: [.record(registration)])
        let before = try version()

        try expect(registry.answers(to: [.record(registration)]), equals: [registration])

        try expect(version(), equals: before)
    }

    @Test(arguments: [("off", "on"), ("local", "on"), ("remote_apply", "remote_apply"), ("on", "on")])
    func コミットの同期は弱められず強いものはそのままになる(given: String, expected: String) throws {
        let url = sandbox.url + "%20-csynchronous_commit%3D\(given)"
        let registry = try PostgreSQLDeviceRegistry.fixture(at: url)
        try registry.answers(to: [.check]).forEach { #expect($0 == nil) }
        let client = try sandbox.client()
        try client.run(
            """
            CREATE TABLE seen (setting text);
            CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$;
            CREATE TRIGGER see BEFORE INSERT ON registrations FOR EACH ROW EXECUTE FUNCTION see()
            """)

        _ = try registry.answers(to: [.record(.fixture(1))])

        #expect(try client.run("SELECT setting FROM seen") == [[expected]])
    }

    @Test func 電源断に耐えない設定は一度だけ警告される() throws {
        let log = RecordedLog()
        let registry = try PostgreSQLDeviceRegistry.fixture(at: sandbox.url, log: log)
        let isDurable = try sandbox.client().run("SHOW fsync") == [["on"]]

        _ = try registry.answers(to: [.check])
        try sandbox.cutConnections()
        _ = try registry.answers(to: [.check])

        #expect(log.lines.filter { $0.hasPrefix("warning: fsync is off") }.count == (isDurable ? 0 : 1))
    }

    @Test func 開いている接続と空いている接続が数えられる() throws {
        let metrics = TestMetrics()
        let registry = try PostgreSQLDeviceRegistry.fixture(at: sandbox.url, metrics: metrics)
        let gauge = { try metrics.expectGauge("calearning_registry_connections", [("state", $0)]).lastValue }

        _ = try registry.answers(to: [.check])

        try expect([gauge("open"), gauge("idle")], equals: [1, 1])
        registry.close()
        try expect([gauge("open"), gauge("idle")], equals: [0, 0])
        #expect(throws: ErrorWrapper.self) { try registry.answers(to: [.check]) }
    }

    /// Changes when a row is written.
    private func version() throws -> [[String]] {
        try sandbox.client().run("SELECT xmin, ctid FROM registrations")
    }
}

@Suite struct PostgreSQLの登録簿を初めて使う場合 {
    private let sandbox: PostgreSQLSandbox
    private let registration = Registration.fixture(1)

    init() throws {
        sandbox = try PostgreSQLSandbox()
    }

    @Test func 同時に始まる八つのサーバが一つの登録簿を作る() async throws {
        let metrics = TestMetrics()
        let registries = try (1...8).map { _ in
            try PostgreSQLDeviceRegistry.fixture(at: sandbox.url, metrics: metrics)
        }

        let recorded = try await inParallel(8) { [registration] number in
            try await registries[number].record(
                Registration(key: registration.key, kind: .terminal, udid: .fixture(UInt64(number))))
        }

        #expect(Set(recorded).count == 1)
        #expect(
            try sandbox.client().run("SELECT version FROM calearning_schema ORDER BY version")
                == (1...DatabaseSchema.version).map { ["\($0)"] })
        // None obstructed another.
        #expect(try metrics.expectCounter("calearning_registry_connect_failures_total").totalValue == 0)
    }

    @Test func 新しい版のデータベースは新しいプログラムを求める() throws {
        try PostgreSQLDeviceRegistry.fixture(at: sandbox.url).check()
        try sandbox.client().run("INSERT INTO calearning_schema (version) VALUES (99)")
        let registry = try PostgreSQLDeviceRegistry.fixture(at: sandbox.url)

        let errors = (1...50).map { _ in #expect(throws: ErrorWrapper.self) { try registry.answers(to: [.check]) } }

        for error in errors {
            #expect(
                error?.system
                    == .dataStore(.damaged(location: "\(try PostgreSQLAddress(sandbox.url))", content: .database)))
            #expect(
                error?.causes.map { "\($0)" } == [
                    "its schema has version 99, and this program knows \(DatabaseSchema.version)"
                ])
            #expect(error?.hindrance == .newerVersion)
        }
    }

    @Test func 他のプログラムの表はそのまま残される() throws {
        let client = try sandbox.client()
        try client.run("CREATE TABLE registrations (name text)")
        let registry = try PostgreSQLDeviceRegistry.fixture(at: sandbox.url)

        let error = #expect(throws: ErrorWrapper.self) { try registry.answers(to: [.record(registration)]) }

        #expect(
            error?.system
                == .dataStore(.damaged(location: "\(try PostgreSQLAddress(sandbox.url))", content: .database)))
        #expect(try client.run("SELECT to_regclass('calearning_schema')") == [[""]])
    }

    @Test func 表を作れない者も出来ている登録簿を使える() throws {
        try PostgreSQLDeviceRegistry.fixture(at: sandbox.url).check()
        let client = try sandbox.client()
        try client.run(
            """
            CREATE ROLE \(sandbox.name) LOGIN;
            GRANT USAGE ON SCHEMA \(sandbox.name) TO \(sandbox.name);
            GRANT SELECT ON calearning_schema TO \(sandbox.name);
            GRANT SELECT, INSERT, UPDATE ON registrations TO \(sandbox.name);
            GRANT SELECT ON accounts, sessions, guesses, browsers, password_rates TO \(sandbox.name)
            """)
        defer { _ = try? client.run("DROP OWNED BY \(sandbox.name); DROP ROLE \(sandbox.name)") }
        let registry = try PostgreSQLDeviceRegistry.fixture(at: sandbox.url + "&user=\(sandbox.name)")

        let recorded = try registry.answers(to: [.record(registration), .check])

        #expect(recorded == [registration, nil])
        registry.close()
    }
}

extension PostgreSQLDeviceRegistry {
    /// Checks directly, bypassing the queue.
    fileprivate func check() throws {
        _ = try answers(to: [.check])
    }
}

private func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
    }
}
#endif
