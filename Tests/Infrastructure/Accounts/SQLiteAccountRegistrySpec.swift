#if Server
import CalearningDomain
import Foundation
import GRDB
import Testing
import Usecases
import UsecasesTesting

@testable import CalearningInfrastructure
@testable import CalearningTestSupport

@Suite struct SQLiteのアカウント登録簿 {
    private let directory: TemporaryDirectory
    private let account = StoredAccount.fixture()
    private let first = StoredSession.fixture()
    private let now = Timestamp.example

    init() throws {
        directory = try TemporaryDirectory()
    }

    private var path: String { directory.path + "/devices.sqlite" }

    private func execute(_ sql: String) throws {
        try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    private func count(of table: String) throws -> Int? {
        try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
    }

    @Test func 前の版のデータベースはデータごと新しくなる() async throws {
        try execute(
            """
            PRAGMA journal_mode = WAL;
            CREATE TABLE registrations (
                key TEXT NOT NULL PRIMARY KEY,
                udid TEXT NOT NULL UNIQUE,
                kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 9999)
            ) STRICT, WITHOUT ROWID;
            INSERT INTO registrations (key, udid, kind) VALUES ('k', 'u', 11);
            PRAGMA user_version = 1;
            PRAGMA application_id = 0x63616c65
            """)

        let database = try SQLiteDatabase.fixture(at: path)

        let key = try #require(InstallationKey("k"))
        try await expect(database.deviceRegistry.registration(under: key)?.udid, equals: UDID("u"))
        try await expect(database.accountRegistry.record(account, under: nil, beginning: first), equals: .recorded)
        try await expect(database.accountRegistry.account(named: account.account.name), equals: account)
        #expect(try database.durability().synchronous == 2)
        try database.close(within: .seconds(5))
    }

    @Test func 要約は三十二バイトで保存される() async throws {
        let registry = try SQLiteDatabase.fixture(at: path).accountRegistry
        let text = "000102030405060708090a0b0c0d0e0ff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
        let digest = try #require(TokenDigest(text))
        let session = StoredSession(session: first.session, account: first.account, digest: digest)
        _ = try await registry.record(account, under: nil, beginning: session)

        let stored = try await DatabaseQueue(path: path).read {
            try Data.fetchAll($0, sql: "SELECT digest FROM sessions")
        }

        #expect(stored == [Data(UInt8(0)...15) + Data(UInt8(0xF0)...0xFF)])
    }

    @Test func セッションを確かめても_利用を記すまでは何も書かない() async throws {
        let registry = try SQLiteDatabase.fixture(at: path).accountRegistry
        _ = try await registry.record(account, under: nil, beginning: first)
        let sizeOfLog = { try Data(contentsOf: URL(filePath: path + "-wal")).count }
        let before = try sizeOfLog()

        for time in 0..<100 as Range<Int64> {
            #expect(try await registry.session(under: first.digest, at: now + time) != nil)
        }

        #expect(try sizeOfLog() == before)
        let later = now + SessionRules.usePrecision
        for time in 0..<100 as Range<Int64> {
            #expect(try await registry.session(under: first.digest, at: later + time) != nil)
        }
        let once = try sizeOfLog()
        #expect(once > before)
        #expect(try await registry.session(under: first.digest, at: later + 100) != nil)
        #expect(try sizeOfLog() == once)
    }

    @Test func 終わったセッションと古い推測は新しいものが書かれるときに少しずつ消える() async throws {
        let registry = try SQLiteDatabase.fixture(at: path).accountRegistry
        for number in UInt64(1)...60 {
            let account = StoredAccount.fixture(number)
            _ = try await registry.record(account, under: nil, beginning: .fixture(number, of: account.account.id))
            _ = try await registry.admit(.fixture(.fixture(number)), at: now)
        }
        let later = now + SessionRules.idleTime

        for number in 0..<2 {
            _ = try await registry.begin(
                .fixture(100 + UInt64(number), of: account.account.id, beganAt: later), of: account, rehashed: nil,
                forgetting: .fixture(from: "elsewhere"))
            _ = try await registry.admit(.fixture(from: "elsewhere"), at: later)
        }

        // Only some of them are removed.
        let (sessions, guesses) = (try #require(try count(of: "sessions")), try #require(try count(of: "guesses")))
        #expect((30...50).contains(sessions))
        #expect((30...50).contains(guesses))
        for number in 0..<20 {
            let account = StoredAccount.fixture(200 + UInt64(number))
            _ = try await registry.record(
                account, under: nil,
                beginning: .fixture(200 + UInt64(number), of: account.account.id, beganAt: later))
            _ = try await registry.admit(.fixture(.fixture(2), from: "\(number)"), at: later)
        }
        #expect(try count(of: "sessions") == 22)
        #expect(try count(of: "guesses") == 21)
        #expect(try count(of: "accounts") == 80)
    }

    @Test func 掃除は終わったものを残さず_終わる一ミリ秒前のものは残す() async throws {
        let database = try SQLiteDatabase.fixture(at: path)
        let registry = database.accountRegistry
        let numbers = UInt64(1)...UInt64(Sweep.many + 20)
        try await registry.fillForSweep(numbers, from: now)

        _ = try await database.accountRegistry.sweep(at: now + SessionRules.idleTime)

        #expect(try count(of: "sessions") == 1)
        #expect(try count(of: "guesses") == 0)
        #expect(try count(of: "accounts") == numbers.count)
        _ = try await database.accountRegistry.sweep(at: now + SessionRules.idleTime + 1)
        #expect(try count(of: "sessions") == 0)
        try database.close(within: .seconds(5))
    }

    @Test func 大きさはファイルのもの() async throws {
        let database = try SQLiteDatabase.fixture(at: path)
        _ = try await database.accountRegistry.record(account, under: nil, beginning: first)

        let sizes = try await database.sizes()

        // Nothing has moved from the log into the database yet, which therefore has fewer pages on disk.
        let file = try Data(contentsOf: URL(filePath: path)).count
        #expect(sizes.database >= file && sizes.database % 4096 == 0)
        #expect(try sizes.log == Data(contentsOf: URL(filePath: path + "-wal")).count)
        #expect(try #require(sizes.free) > 0)
        try database.close(within: .seconds(5))
    }

    @Test func 引き金が拒んだ変更は半分も残らず_ほかの要求は成り立つ() async throws {
        let registry = try SQLiteDatabase.fixture(at: path).accountRegistry
        _ = try await registry.record(account, under: nil, beginning: first)
        try execute(
            """
            CREATE TRIGGER refuse BEFORE INSERT ON sessions WHEN NEW.udid = '\(UDID.fixture(2))'
            BEGIN SELECT RAISE(ABORT, 'not this one'); END
            """)

        async let other = registry.begin(.fixture(3), of: account, rehashed: nil, forgetting: .fixture())
        let error = await #expect(throws: ErrorWrapper.self) {
            try await registry.begin(
                .fixture(2), of: account, rehashed: PasswordHash("$new"), forgetting: .fixture())
        }

        #expect(try await other)
        #expect(error?.system == .dataStore(.書き込みに失敗(location: path, content: .database)))
        #expect(error.causeTexts.first == "the database refuses this request alone")
        try await expect(registry.account(named: account.account.name), equals: account)
        #expect(
            Set(try await registry.sessions(of: account.account.id, at: now).map(\.id)) == [.fixture(1), .fixture(3)])
    }

    @Test func 書けなくてもセッションは確かめられる() async throws {
        let registry = try SQLiteDatabase.fixture(at: path).accountRegistry
        _ = try await registry.record(account, under: nil, beginning: first)
        let other = try DatabaseQueue.lock(path)

        let found = try await registry.session(under: first.digest, at: now)
        let error = await #expect(throws: ErrorWrapper.self) {
            try await registry.end(.one(first.session.id), of: account.account.id, at: now)
        }
        try other.unlock()

        #expect(found != nil)
        #expect(error?.system == .dataStore(.書き込みに失敗(location: path, content: .database)))
        try await expect(registry.end(.one(first.session.id), of: account.account.id, at: now), equals: 1)
    }

    @Test func 読めない行はそれを探した者だけに伝えられる() async throws {
        let registry = try SQLiteDatabase.fixture(at: path).accountRegistry
        _ = try await registry.record(account, under: nil, beginning: first)
        _ = try await registry.begin(.fixture(2), of: account, rehashed: nil, forgetting: .fixture())
        try execute("UPDATE sessions SET udid = 'not a udid' WHERE id = '\(first.session.id)'")

        let error = await #expect(throws: ErrorWrapper.self) {
            try await registry.session(under: first.digest, at: now)
        }

        #expect(error?.system == .dataStore(.内容が壊れています(location: path, content: .database)))
        #expect(try await registry.session(under: .fixture(2), at: now) != nil)
    }

    @Test func 閉じた後の要求は断られる() async throws {
        let database = try SQLiteDatabase.fixture(at: path)
        try database.close(within: .seconds(5))

        let error = await #expect(throws: ErrorWrapper.self) {
            try await database.accountRegistry.account(named: account.account.name)
        }

        #expect(error.causeTexts == ["the registry is closed"])
    }

    @Test func 待っている要求は取り消せる() async throws {
        let registry = try SQLiteDatabase.fixture(at: path, clock: ManualClock()).accountRegistry
        let other = try DatabaseQueue.lock(path)
        let task = Task { try await registry.record(account, under: nil, beginning: first) }

        task.cancel()

        let result = await task.result
        try other.unlock()
        let error = #expect(throws: ErrorWrapper.self) { try result.get() }
        #expect(error?.system == .task(.中断))
    }
}
#endif
