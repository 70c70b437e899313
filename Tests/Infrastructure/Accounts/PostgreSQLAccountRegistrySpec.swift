#if Server
import CalearningDomain
import Foundation
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@testable import CalearningInfrastructure

@Suite struct PostgreSQLのアカウント登録簿 {
    private let sandbox: PostgreSQLSandbox
    private let account = StoredAccount.fixture()
    private let first = StoredSession.fixture()
    private let now = Timestamp.example

    init() throws {
        sandbox = try PostgreSQLSandbox()
    }

    /// Uses of many sessions are recorded together, each with its own time.
    @Test func 多くのセッションを同時に確かめても_それぞれの利用が記される() async throws {
        let database = try PostgreSQLDatabase.fixture(at: sandbox.url)
        let registry = database.accountRegistry
        _ = try await registry.record(account, under: nil, beginning: first)
        for number in UInt64(2)...60 {
            _ = try await registry.begin(.fixture(number), of: account, rehashed: nil, forgetting: .fixture())
        }
        let later = now + SessionRules.usePrecision

        let found = try await inParallel(60) { index in
            try await registry.session(under: .fixture(UInt64(index + 1)), at: later + Int64(index + 1)) != nil
        }

        #expect(!found.contains(false))
        let sessions = try await registry.sessions(of: account.account.id, at: later)
        #expect(
            Dictionary(uniqueKeysWithValues: sessions.map { ($0.id, $0.lastUsedAt) })
                == Dictionary(uniqueKeysWithValues: (1...60).map { (.fixture($0), later + Int64($0)) }))
        database.close(within: .zero)
    }

    @Test func 表を作れない者も_書いてよい表だけで足りる() async throws {
        let owner = try PostgreSQLDatabase.fixture(at: sandbox.url)
        _ = try await owner.accountRegistry.record(account, under: nil, beginning: first)
        let client = try sandbox.client()
        try client.run(
            """
            CREATE ROLE \(sandbox.name) LOGIN;
            GRANT USAGE ON SCHEMA \(sandbox.name) TO \(sandbox.name);
            GRANT SELECT ON calearning_schema TO \(sandbox.name);
            GRANT SELECT, INSERT, UPDATE ON registrations TO \(sandbox.name);
            GRANT SELECT, INSERT, UPDATE, DELETE ON accounts, sessions, guesses, browsers, password_rates
                TO \(sandbox.name)
            """)
        defer { _ = try? client.run("DROP OWNED BY \(sandbox.name); DROP ROLE \(sandbox.name)") }
        let database = try PostgreSQLDatabase.fixture(at: sandbox.url + "&user=\(sandbox.name)")
        let registry = database.accountRegistry
        let (other, later) = (StoredAccount.fixture(2), now + SessionRules.usePrecision)

        let record = try await registry.record(other, under: nil, beginning: .fixture(2, of: other.account.id))

        #expect(record == .recorded)
        let device = Registration(key: .example, kind: .terminal, udid: .fixture())
        try await expect(database.record(device), equals: device)
        try await database.check()
        try await expect(registry.admit(.fixture(), at: now).until, equals: nil)
        #expect(try await registry.begin(.fixture(3), of: account, rehashed: nil, forgetting: .fixture()))
        try await expect(registry.session(under: first.digest, at: later)?.session.lastUsedAt, equals: later)
        #expect(
            try await registry.replacePassword(
                of: account, with: PasswordHash("$new"), replacing: .fixture(3), by: .fixture(4), forgetting: .fixture()
            ))
        _ = try await registry.allowRecovery(of: account.account.name, by: .fixture(7), until: later)
        try await expect(
            registry.recover(.fixture(), by: .fixture(7), with: PasswordHash("$recovered"), under: nil, at: now),
            equals: .recovered(account.account))
        #expect(
            try await registry.begin(
                .fixture(4), of: StoredAccount(account: account.account, passwordHash: PasswordHash("$recovered")),
                rehashed: nil, forgetting: .fixture()))
        try await registry.takeBack(.fixture())
        try await expect(registry.end(.one(.fixture(4)), of: account.account.id, at: now), equals: 1)
        try await expect(registry.erase(other, by: .fixture(2), at: later), equals: true)
        try await database.browsers.add(.fixture(stamp: 1))
        #expect(try await database.browsers.replace(1, by: .fixture(stamp: 2)))
        _ = try await database.passwordRates?.take(for: "192.0.2.1", interval: .seconds(1), burst: .zero)
        _ = try await database.accountRegistry.sweep(at: later + SessionRules.idleTime)
        try await expect(database.sizes().database > 1_000_000, equals: true)
        database.close(within: .zero)
        owner.close(within: .zero)
    }

    /// Delays each insertion until other requests come between it and the earlier lookup.
    private func delayInsertions() throws {
        try sandbox.client().run(
            """
            CREATE FUNCTION delay() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_sleep(0.01); RETURN NEW; END $$;
            CREATE TRIGGER delay BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION delay();
            CREATE TRIGGER delay BEFORE INSERT ON guesses FOR EACH ROW EXECUTE FUNCTION delay()
            """)
    }

    @Test func 書くのが遅くても_サーバは互いの数えたものを見る() async throws {
        let databases = try (0..<4).map { _ in try PostgreSQLDatabase.fixture(at: sandbox.url) }
        let servers = databases.map(\.accountRegistry)
        _ = try await servers[0].record(account, under: nil, beginning: first)
        for number in UInt64(2)..<UInt64(SessionRules.perAccount) {
            _ = try await servers[0].begin(.fixture(number), of: account, rehashed: nil, forgetting: .fixture())
        }
        try delayInsertions()

        let admitted = try await inParallel(32) { number in
            _ = try await servers[number % 4].begin(
                .fixture(200 + UInt64(number)), of: account, rehashed: nil, forgetting: .fixture())
            return try await servers[number % 4].admit(.fixture(from: "elsewhere"), at: now).until == nil
        }

        #expect(admitted.count { $0 } == GuessRules.limit)
        try await expect(servers[0].sessions(of: account.account.id, at: now).count, equals: SessionRules.perAccount)
        for database in databases { database.close(within: .zero) }
    }

    @Test func 書くのが遅くても_古いパスワードのセッションは残らない() async throws {
        let databases = try (0..<4).map { _ in try PostgreSQLDatabase.fixture(at: sandbox.url) }
        let servers = databases.map(\.accountRegistry)
        _ = try await servers[0].record(account, under: nil, beginning: first)
        try delayInsertions()

        let outcomes = try await inParallel(16) { number in
            number == 3
                ? try await servers[3].replacePassword(
                    of: account, with: PasswordHash("$new"), replacing: first.session.id, by: .fixture(100),
                    forgetting: .fixture())
                : try await servers[number % 4].begin(
                    .fixture(200 + UInt64(number)), of: account, rehashed: nil, forgetting: .fixture())
        }

        #expect(outcomes[3])
        try await expect(
            servers[0].sessions(of: account.account.id, at: now), equals: [StoredSession.fixture(100).session])
        for database in databases { database.close(within: .zero) }
    }

    /// Every server plans the statements once, when the tables may still be empty. Only the counts, which an operator
    /// asks for, read a whole table.
    @Test(
        arguments: PostgreSQLSession.preparations.filter {
            !["countDevices", "countBrowsers", "confirm"].contains($0.name)
        })
    func 空の表を前にしても_どの文も索引で行を見つける(name: String, sql: String) throws {
        let database = try PostgreSQLDatabase.fixture(at: sandbox.url)
        _ = database.perform([.check])
        let client = try sandbox.client()
        let types = try #require(sql.firstMatch(of: #/\(([a-z, \[\]]+)\)/#)).1
        let values = types.split(separator: ", ").map {
            $0 == "text" ? "'x'" : $0 == "bigint" ? "0" : $0 == "bytea" ? "'x'" : "'{}'"
        }
        try client.run("SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off")
        try client.run(sql)

        let plan = try client.run("EXPLAIN EXECUTE \"\(name)\"(\(values.joined(separator: ", ")))").map { $0[0] }

        #expect(!plan.contains { $0.contains("Seq Scan") }, "\(plan)")
        let scans = plan.filter { $0.contains(#/(?:Index Scan|Index Only Scan|Bitmap Index Scan)/#) }
        #expect(plan.filter { $0.contains("Index Cond") }.count == scans.count, "\(plan)")
        database.close(within: .zero)
    }
}

@Suite struct PostgreSQLがアカウントの変更の答えを失う場合 {
    private let account = StoredAccount.fixture()
    private let first = StoredSession.fixture()
    private let now = Timestamp.example

    /// Each commit takes effect, and its connection is cut before it can answer.
    @Test func やり直しは一度だけ変えたのと同じ答えを返す() async throws {
        let cluster = try await PostgreSQLCluster.make()
        let database = try PostgreSQLDatabase.fixture(at: cluster.url, timeout: .seconds(60))
        let registry = database.accountRegistry
        let client = try cluster.client()
        let key = InstallationKey(UUIDv7.fixture())
        let (account, first, now) = (account, first, now)
        let rehashed = StoredAccount(account: account.account, passwordHash: PasswordHash("$rehashed"))
        // A new connection itself waits for the standby servers.
        try await expect(registry.account(named: account.account.name), equals: nil)

        let record = try await losingAnswer(of: cluster) {
            try await registry.record(account, under: key, beginning: first)
        }
        let admission = try await losingAnswer(of: cluster) { try await registry.admit(.fixture(), at: now) }
        _ = try await registry.admit(.fixture(), at: now)
        try await losingAnswer(of: cluster) { try await registry.takeBack(.fixture()) }
        let tries = try client.run("SELECT count(*) FROM guesses")
        let hasBegun = try await losingAnswer(of: cluster) {
            try await registry.begin(
                .fixture(2), of: account, rehashed: rehashed.passwordHash, forgetting: .fixture())
        }
        let isReplaced = try await losingAnswer(of: cluster) {
            try await registry.replacePassword(
                of: rehashed, with: PasswordHash("$new"), replacing: .fixture(2), by: .fixture(3),
                forgetting: .fixture())
        }
        _ = try await registry.allowRecovery(of: account.account.name, by: .fixture(7), until: now + 1)
        let recovered = try await losingAnswer(of: cluster) {
            try await registry.recover(
                .fixture(), by: .fixture(7), with: PasswordHash("$recovered"), under: nil, at: now)
        }
        let again = StoredAccount(account: account.account, passwordHash: PasswordHash("$recovered"))
        _ = try await registry.begin(
            .fixture(3), of: again, rehashed: PasswordHash("$new"), forgetting: .fixture())
        let guest = StoredAccount.fixture(5)
        _ = try await registry.record(guest, under: nil, beginning: .fixture(5, of: guest.account.id))
        let isErased = try await losingAnswer(of: cluster) {
            try await registry.erase(guest, by: .fixture(5), at: now)
        }
        let owner = StoredAccount.fixture(6)
        _ = try await registry.record(owner, under: nil, beginning: .fixture(6, of: owner.account.id))
        let changes = [
            SecondFactorChange.begin(.example, until: now + 1), .confirm(.example, step: 1, backups: [.fixture(1)]),
            .countFailure, .renew([.fixture(2)]), .spendStep(2), .remove,
        ]
        for change in changes {
            let held = try #require(await registry.account(named: owner.account.name))
            let isMade = try await losingAnswer(of: cluster) {
                try await registry.change(change, of: held, by: nil, forgetting: nil, at: now)
            }
            // Another request may have used the code up.
            #expect(isMade == !change.isSpending, "\(change)")
        }
        let deletion = Deletion(account: owner.account, at: now + 1, run: .fixture(8))
        let isScheduled = try await losingAnswer(of: cluster) {
            try await registry.schedule(deletion, of: owner, by: .fixture(6), at: now)
        }
        let ended = try await losingAnswer(of: cluster) {
            try await registry.end(.one(.fixture(3)), of: account.account.id, at: now)
        }
        let browsers = database.browsers
        try await losingAnswer(of: cluster) { try await browsers.add(.fixture(stamp: 1)) }
        let isBrowserReplaced = try await losingAnswer(of: cluster) {
            try await browsers.replace(1, by: .fixture(stamp: 2))
        }

        #expect(isBrowserReplaced)
        try await expect(browsers.count(), equals: 1)
        #expect(record == .recorded)
        #expect(admission == .account(account))
        #expect(tries == [["1"]])
        #expect(hasBegun)
        #expect(isReplaced)
        #expect(recovered == .recovered(account.account))
        #expect(isErased)
        #expect(isScheduled)
        #expect(ended == 1)
        try await expect(registry.account(named: account.account.name)?.passwordHash, equals: PasswordHash("$new"))
        #expect(try await registry.sessions(of: account.account.id, at: now).isEmpty)
        database.close(within: .zero)
    }

    /// Runs the operation while its first commit waits for a standby server. Then cuts its connection, and lets the
    /// server wait for no standby any more.
    private func losingAnswer<Value: Sendable>(
        of cluster: PostgreSQLCluster, _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let client = try cluster.client()
        try await cluster.awaitNobody()
        let task = Task { try await operation() }
        try await eventually("the commit waits, and its connection is cut") {
            try !client.run(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE wait_event = 'SyncRep' AND query LIKE '%confirm; COMMIT'
                """
            ).isEmpty
        }
        try client.run("ALTER SYSTEM RESET synchronous_standby_names")
        try client.run("SELECT pg_reload_conf()")
        return try await task.value
    }
}
#endif
