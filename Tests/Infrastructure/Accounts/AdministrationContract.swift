#if Server
import CalearningDomain
import CalearningInfrastructure
import Foundation
import GRDB
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

extension AccountRegistryAdapter {
    fileprivate func withAdministration(_ body: (any Administered) async throws -> Void) async throws {
        try await withRegistry { registry in
            guard let administered = registry as? any Administered else {
                Issue.record("\(testDescription) is not for operators")
                return
            }
            try await body(administered)
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct 運用の契約 {
    private let account = StoredAccount.fixture()
    private let now = Timestamp.example
    private var name: AccountName { account.account.name }

    /// Records an account with two sessions.
    private func fill(_ registry: any AccountRegistry) async throws {
        _ = try await registry.record(account, under: nil, beginning: .fixture())
        _ = try await registry.begin(.fixture(2), of: account, rehashed: nil, forgetting: .fixture())
    }

    @Test(arguments: AccountRegistryAdapter.inService, AccountRegistryRule.ofOperators)
    func どの規則も守る(adapter: AccountRegistryAdapter, rule: AccountRegistryRule) async throws {
        try await adapter.play(rule.steps)
    }

    @Test(arguments: AccountRegistryAdapter.inService)
    func 同時に使われた復旧コードは一度だけ成り立つ(adapter: AccountRegistryAdapter) async throws {
        try await adapter.withAdministration { registry in
            try await fill(registry)
            _ = try await registry.allowRecovery(of: name, by: .fixture(7), until: now + RecoveryRules.lifetime)

            let hashes = try await inParallel(8) { number in
                let hash = PasswordHash("$\(number)")
                let recovered = try await registry.recover(
                    .fixture(name), by: .fixture(7), with: hash, under: nil, at: now)
                return recovered == .refused ? nil : hash
            }

            try await expect([registry.account(named: name)?.passwordHash], equals: hashes.filter { $0 != nil })
        }
    }

    @Test(arguments: AccountRegistryAdapter.inService)
    func 一覧は名前の順で_どのアカウントも一度だけ現れる(adapter: AccountRegistryAdapter) async throws {
        try await adapter.withAdministration { registry in
            try await expect(registry.accounts(after: nil, at: now), equals: AccountPage(accounts: [], hasMore: false))
            for number in UInt64(1)...UInt64(2 * AccountPage.size) {
                let account = StoredAccount.fixture(number)
                _ = try await registry.record(account, under: nil, beginning: .fixture(number, of: account.account.id))
            }

            var pages: [AccountPage] = []
            repeat {
                pages.append(try await registry.accounts(after: pages.last?.accounts.last?.account.name, at: now))
            } while pages.last?.hasMore == true && pages.count < 9

            #expect(pages.map(\.accounts.count) == [AccountPage.size, AccountPage.size])
            let names = pages.flatMap(\.accounts).map(\.account.name.rawValue)
            #expect(names == names.sorted() && Set(names).count == names.count)
        }
    }

    @Test(arguments: AccountRegistryAdapter.inService)
    func 掃除は取り除いた数を返す(adapter: AccountRegistryAdapter) async throws {
        try await adapter.withAdministration { registry in
            try await registry.fillForSweep(1...20, from: now)

            let early = try await registry.sweep(at: now + GuessRules.window - 1)
            let swept = try await registry.sweep(at: now + SessionRules.idleTime)
            let again = try await registry.sweep(at: now + SessionRules.idleTime)

            #expect(early == SweptRows())
            #expect(swept == SweptRows(sessions: 19, guesses: 20))
            #expect(again == SweptRows())
        }
    }

    /// A login at the same time as a lock leaves no session, however they overlap.
    @Test(arguments: AccountRegistryAdapter.inService)
    func 止めると同時に始まったセッションは残らない(adapter: AccountRegistryAdapter) async throws {
        try await adapter.withPlace { place in
            let servers = try (0..<4).compactMap { _ in try place.open() as? any Administered }
            try await fill(servers[0])

            _ = try await inParallel(21) { number in
                number == 10
                    ? try await servers[0].setLock(true, of: name, at: now) != nil
                    : try await servers[number % 4].begin(
                        .fixture(100 + UInt64(number)), of: account, rehashed: nil, forgetting: .fixture())
            }

            try await expect(servers[1].sessions(of: account.account.id, at: now), equals: [])
        }
    }
}

@Suite struct デバイスを数える運用 {
    /// Registers and counts devices, and forgets the ones that are older than a day.
    private func check(_ devices: any DeviceRegistry, _ administration: any Administration) async throws {
        let day = Duration.seconds(86_400).milliseconds
        for (number, age) in [day + 1, day, day - 1, 0].enumerated() {
            let udid = UDID(UUIDv7(at: .example - age, random: (1, UInt64(number))))
            let key = try #require(InstallationKey("k-\(number)"))
            _ = try await devices.record(Registration(key: key, kind: .terminal, udid: udid))
        }

        try await expect(administration.countDevices(at: .example), equals: DeviceCount(total: 4, lastDay: 3))
        try await expect(administration.forgetDevices(registeredBefore: .example - day), equals: 1)
        try await expect(administration.countDevices(at: .example), equals: DeviceCount(total: 3, lastDay: 3))
    }

    @Test func UDIDの時刻で一日以内のものも数え_より前のものを忘れる() async throws {
        let directory = TemporaryDirectory()
        let database = try SQLiteDatabase.fixture(at: directory.path + "/devices.sqlite")
        try await check(database, database.accountRegistry)
        try database.close(within: .seconds(5))

        let devices = InMemoryDeviceRegistry()
        try await check(devices, InMemoryAccountRegistry(devices: devices))
    }
}

/// A program works on the schema that follows its own, and on no later one.
@Suite struct 次の版の表 {
    private let directory = TemporaryDirectory()
    private var path: String { directory.path + "/devices.sqlite" }

    /// Changes the database as a later version of the program would.
    private func migrate(to version: Int) throws {
        try SQLiteDatabase.fixture(at: path).close(within: .seconds(5))
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in
            for table in ["accounts", "sessions", "guesses"] {
                try db.execute(sql: "ALTER TABLE \(table) ADD COLUMN unknown_to_this_program INTEGER")
            }
            try db.execute(sql: "CREATE TABLE unknown (id INTEGER); PRAGMA user_version = \(version)")
        }
        try queue.close()
    }

    @Test func ひとつ先なら働き_版は戻らない() async throws {
        try migrate(to: DatabaseSchema.version + 1)
        let account = StoredAccount.fixture()

        for _ in 1...2 {
            let database = try SQLiteDatabase.fixture(at: path)
            let registry = database.accountRegistry
            _ = try await registry.record(account, under: nil, beginning: .fixture(1, of: account.account.id))
            try await expect(registry.account(named: account.account.name), equals: account)
            #expect(try await registry.session(under: .fixture(1), at: .example) != nil)
            try database.close(within: .seconds(5))
        }

        let queue = try DatabaseQueue(path: path)
        try await expect(
            queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }, equals: DatabaseSchema.version + 1)
        try queue.close()
        #expect(SQLitePlace(path).failure == nil)
    }

    @Test func ふたつ先なら断り_触れない() throws {
        try migrate(to: DatabaseSchema.version + 2)

        let error = #expect(throws: ErrorWrapper.self) { try SQLiteDatabase.fixture(at: path) }

        #expect(error?.system == .dataStore(.damaged(location: path, content: .database)))
        let (version, known) = (DatabaseSchema.version + 2, DatabaseSchema.version)
        #expect(error.causeTexts == ["its schema has version \(version), and this program knows \(known)"])
        #expect(error?.hindrance == .newerVersion)
        #expect(SQLitePlace(path).failure != nil)
    }
}
#endif
