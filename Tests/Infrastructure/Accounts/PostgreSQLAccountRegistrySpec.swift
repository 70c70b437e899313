#if PostgreSQL
import CalearningDomain
import Foundation
import Testing
import Usecases

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

    @Test func 前の版のデータベースはデータごと新しくなる() async throws {
        try sandbox.client().run(
            """
            CREATE TABLE registrations (
                udid text COLLATE "C" PRIMARY KEY,
                key text COLLATE "C" NOT NULL UNIQUE,
                kind smallint NOT NULL CHECK (kind BETWEEN 0 AND 9999)
            );
            CREATE TABLE calearning_schema (
                version integer PRIMARY KEY CHECK (version > 0),
                applied_at timestamptz NOT NULL DEFAULT now()
            );
            INSERT INTO calearning_schema (version) VALUES (1);
            INSERT INTO registrations (udid, key, kind) VALUES ('u', 'k', 11)
            """)

        let database = try PostgreSQLDatabase.fixture(at: sandbox.url)

        let key = try #require(InstallationKey("k"))
        try await expect(database.deviceRegistry.registration(under: key)?.udid, equals: UDID("u"))
        try await expect(database.accountRegistry.record(account, under: nil, beginning: first), equals: .recorded)
        try await expect(database.accountRegistry.account(named: account.account.name), equals: account)
        #expect(
            try sandbox.client().run("SELECT version FROM calearning_schema ORDER BY version") == [["1"], ["2"], ["3"]])
        database.close(within: .zero)
    }

    @Test func 掃除は終わったものを残さず_終わる一ミリ秒前のものは残す() async throws {
        let database = try PostgreSQLDatabase.fixture(at: sandbox.url)
        let numbers = UInt64(1)...UInt64(Sweep.many + 20)
        try await database.accountRegistry.fillForSweep(numbers, from: now)
        let count = { (table: String) in try sandbox.client().run("SELECT count(*) FROM \(table)") }

        _ = try await database.accountRegistry.sweep(at: now + SessionRules.idleTime)

        #expect(try count("sessions") == [["1"]])
        #expect(try count("guesses") == [["0"]])
        #expect(try count("accounts") == [["\(numbers.count)"]])
        _ = try await database.accountRegistry.sweep(at: now + SessionRules.idleTime + 1)
        #expect(try count("sessions") == [["0"]])
        #expect(try await database.sizes().database > 1_000_000)
        database.close(within: .zero)
    }

    @Test func 要約は三十二バイトで保存される() async throws {
        let database = try PostgreSQLDatabase.fixture(at: sandbox.url)
        _ = try await database.accountRegistry.record(account, under: nil, beginning: first)

        let stored = try sandbox.client().run("SELECT encode(digest, 'hex') FROM sessions")

        #expect(stored == [[first.digest.reveal()]])
        database.close(within: .zero)
    }

    @Test func セッションを確かめても_利用を記すまでは何も書かない() async throws {
        let database = try PostgreSQLDatabase.fixture(at: sandbox.url)
        let registry = database.accountRegistry
        _ = try await registry.record(account, under: nil, beginning: first)
        let version = { try sandbox.client().run("SELECT xmin, ctid FROM sessions") }
        let before = try version()

        for time in 0..<20 as Range<Int64> {
            #expect(try await registry.session(under: first.digest, at: now + time) != nil)
        }

        #expect(try version() == before)
        let later = now + SessionRules.usePrecision
        #expect(try await registry.session(under: first.digest, at: later) != nil)
        let once = try version()
        #expect(once != before)
        for time in 0..<20 as Range<Int64> {
            #expect(try await registry.session(under: first.digest, at: later + time) != nil)
        }
        #expect(try version() == once)
        database.close(within: .zero)
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

        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in UInt64(1)...60 {
                group.addTask {
                    try await registry.session(under: .fixture(number), at: later + Int64(number)) != nil
                }
            }
            let isEach = try await group.reduce(true) { $0 && $1 }
            #expect(isEach)
        }

        let sessions = try await registry.sessions(of: account.account.id, at: later)
        #expect(
            Dictionary(uniqueKeysWithValues: sessions.map { ($0.id, $0.lastUsedAt) })
                == Dictionary(uniqueKeysWithValues: (1...60).map { (.fixture($0), later + Int64($0)) }))
        database.close(within: .zero)
    }

    @Test func 終わったセッションと古い推測は新しいものが書かれるときに少しずつ消える() async throws {
        let database = try PostgreSQLDatabase.fixture(at: sandbox.url)
        let registry = database.accountRegistry
        let client = try sandbox.client()
        for number in UInt64(1)...30 {
            let account = StoredAccount.fixture(number)
            _ = try await registry.record(account, under: nil, beginning: .fixture(number, of: account.account.id))
            _ = try await registry.admit(.fixture(.fixture(number)), at: now)
        }
        let later = now + SessionRules.idleTime
        let counts = { try client.run("SELECT (SELECT count(*) FROM sessions), (SELECT count(*) FROM guesses)") }

        _ = try await registry.begin(
            .fixture(100, beganAt: later), of: account, rehashed: nil, forgetting: .fixture(from: "elsewhere"))
        _ = try await registry.admit(.fixture(from: "elsewhere"), at: later)

        #expect(try counts() == [["23", "23"]])
        for number in UInt64(0)..<10 {
            let account = StoredAccount.fixture(200 + number)
            _ = try await registry.record(
                account, under: nil, beginning: .fixture(200 + number, of: account.account.id, beganAt: later))
            _ = try await registry.admit(.fixture(.fixture(2), from: "\(number)"), at: later)
        }
        #expect(try counts() == [["11", "11"]])
        database.close(within: .zero)
    }

    @Test func 引き金が拒んだ変更は半分も残らない() async throws {
        let database = try PostgreSQLDatabase.fixture(at: sandbox.url)
        let registry = database.accountRegistry
        _ = try await registry.record(account, under: nil, beginning: first)
        try sandbox.client().run(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE EXCEPTION 'not this one'; END $$;
            CREATE TRIGGER refuse BEFORE INSERT ON sessions FOR EACH ROW WHEN (NEW.udid = '\(UDID.fixture(2))')
                EXECUTE FUNCTION refuse()
            """)

        let error = await #expect(throws: ErrorWrapper.self) {
            try await registry.begin(
                .fixture(2), of: account, rehashed: PasswordHash("$new"), forgetting: .fixture())
        }

        #expect(
            error?.system == .dataStore(.書き込みに失敗(location: "\(try PostgreSQLAddress(sandbox.url))", content: .database))
        )
        #expect(
            error.causeTexts == ["the database refuses this request alone", "not this one (SQLSTATE P0001)"])
        try await expect(registry.account(named: account.account.name), equals: account)
        #expect(try await registry.begin(.fixture(3), of: account, rehashed: nil, forgetting: .fixture()))
        database.close(within: .zero)
    }

    @Test func 読めない行はそれを探した者だけに伝えられる() async throws {
        let database = try PostgreSQLDatabase.fixture(at: sandbox.url)
        let registry = database.accountRegistry
        _ = try await registry.record(account, under: nil, beginning: first)
        _ = try await registry.begin(.fixture(2), of: account, rehashed: nil, forgetting: .fixture())
        try sandbox.client().run("UPDATE sessions SET udid = 'not a udid' WHERE id = '\(first.session.id)'")

        let error = await #expect(throws: ErrorWrapper.self) {
            try await registry.session(under: first.digest, at: now)
        }

        #expect(
            error?.system
                == .dataStore(.内容が壊れています(location: "\(try PostgreSQLAddress(sandbox.url))", content: .database)))
        #expect(try await registry.session(under: .fixture(2), at: now) != nil)
        database.close(within: .zero)
    }

    @Test func 接続が切られても次の接続で続く() async throws {
        let database = try PostgreSQLDatabase.fixture(at: sandbox.url)
        let registry = database.accountRegistry
        _ = try await registry.record(account, under: nil, beginning: first)
        try sandbox.cutConnections()

        #expect(try await registry.session(under: first.digest, at: now) != nil)
        try sandbox.cutConnections()
        try await expect(registry.end(.one(first.session.id), of: account.account.id, at: now), equals: 1)
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
            GRANT SELECT, INSERT, UPDATE, DELETE ON accounts, sessions, guesses TO \(sandbox.name)
            """)
        defer { _ = try? client.run("DROP OWNED BY \(sandbox.name); DROP ROLE \(sandbox.name)") }
        let database = try PostgreSQLDatabase.fixture(at: sandbox.url + "&user=\(sandbox.name)")
        let registry = database.accountRegistry
        let (other, later) = (StoredAccount.fixture(2), now + SessionRules.usePrecision)

        let record = try await registry.record(other, under: nil, beginning: .fixture(2, of: other.account.id))

        #expect(record == .recorded)
        try await expect(registry.admit(.fixture(), at: now), equals: nil)
        #expect(try await registry.begin(.fixture(3), of: account, rehashed: nil, forgetting: .fixture()))
        try await expect(registry.session(under: first.digest, at: later)?.session.lastUsedAt, equals: later)
        #expect(
            try await registry.replacePassword(
                of: account, with: PasswordHash("$new"), replacing: .fixture(3), by: .fixture(4), forgetting: .fixture()
            ))
        _ = try await registry.allowRecovery(of: account.account.name, by: .fixture(7), until: later)
        try await expect(
            registry.recover(.fixture(), by: .fixture(7), with: PasswordHash("$recovered"), at: now),
            equals: account.account)
        #expect(
            try await registry.begin(
                .fixture(4), of: StoredAccount(account: account.account, passwordHash: PasswordHash("$recovered")),
                rehashed: nil, forgetting: .fixture()))
        try await registry.takeBack(.fixture())
        try await expect(registry.end(.one(.fixture(4)), of: account.account.id, at: now), equals: 1)
        try await expect(registry.erase(other, by: .fixture(2), at: later), equals: true)
        _ = try await database.accountRegistry.sweep(at: later + SessionRules.idleTime)
        try await expect(database.sizes().database > 0, equals: true)
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

        let admitted = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<32 {
                group.addTask {
                    _ = try await servers[number % 4].begin(
                        .fixture(200 + UInt64(number)), of: account, rehashed: nil, forgetting: .fixture())
                    return try await servers[number % 4].admit(.fixture(from: "elsewhere"), at: now) == nil
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }

        #expect(admitted == GuessRules.limit)
        try await expect(servers[0].sessions(of: account.account.id, at: now).count, equals: SessionRules.perAccount)
        for database in databases { database.close(within: .zero) }
    }

    @Test func 書くのが遅くても_古いパスワードのセッションは残らない() async throws {
        let databases = try (0..<4).map { _ in try PostgreSQLDatabase.fixture(at: sandbox.url) }
        let servers = databases.map(\.accountRegistry)
        _ = try await servers[0].record(account, under: nil, beginning: first)
        try delayInsertions()

        let outcomes = try await withThrowingTaskGroup(of: (Int, Bool).self) { group in
            for number in 0..<16 {
                group.addTask {
                    let isBegun =
                        number == 3
                        ? try await servers[3].replacePassword(
                            of: account, with: PasswordHash("$new"), replacing: first.session.id, by: .fixture(100),
                            forgetting: .fixture())
                        : try await servers[number % 4].begin(
                            .fixture(200 + UInt64(number)), of: account, rehashed: nil, forgetting: .fixture())
                    return (number, isBegun)
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }

        #expect(outcomes[3] == true)
        try await expect(
            servers[0].sessions(of: account.account.id, at: now), equals: [StoredSession.fixture(100).session])
        for database in databases { database.close(within: .zero) }
    }

    /// Every server plans the statements once, when the tables may still be empty. Only the count of all devices,
    /// which an operator asks for, reads a whole table.
    @Test(arguments: PostgreSQLAccountStatement.allCases.filter { $0 != .countDevices })
    func 空の表を前にしても_どの文も索引で行を見つける(statement: PostgreSQLAccountStatement) throws {
        let database = try PostgreSQLDatabase.fixture(at: sandbox.url)
        _ = try database.deviceRegistry.answers(to: [.check])
        let client = try sandbox.client()
        let types = try #require(statement.preparation.firstMatch(of: #/\(([a-z, \[\]]+)\)/#)).1
        let values = types.split(separator: ", ").map { $0 == "text" ? "'x'" : $0 == "bigint" ? "0" : "'{}'" }
        try client.run("SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off")
        try client.run(statement.preparation)

        let call = "\"\(statement.rawValue)\"(\(values.joined(separator: ", ")))"
        let plan = try client.run("EXPLAIN EXECUTE \(call)").map { $0[0] }

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
            try await registry.recover(.fixture(), by: .fixture(7), with: PasswordHash("$recovered"), at: now)
        }
        let again = StoredAccount(account: account.account, passwordHash: PasswordHash("$recovered"))
        _ = try await registry.begin(
            .fixture(3), of: again, rehashed: PasswordHash("$new"), forgetting: .fixture())
        let guest = StoredAccount.fixture(5)
        _ = try await registry.record(guest, under: nil, beginning: .fixture(5, of: guest.account.id))
        let isErased = try await losingAnswer(of: cluster) {
            try await registry.erase(guest, by: .fixture(5), at: now)
        }
        let ended = try await losingAnswer(of: cluster) {
            try await registry.end(.one(.fixture(3)), of: account.account.id, at: now)
        }

        #expect(record == .recorded)
        #expect(admission == nil)
        #expect(tries == [["1"]])
        #expect(hasBegun)
        #expect(isReplaced)
        #expect(recovered == account.account)
        #expect(isErased)
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
