import Foundation
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesStorage

@Suite(.timeLimit(.minutes(5))) struct ブラウザの行の保存先 {
    private let clock = ManualClock()
    private let randomSource = SeededRandomSource.unpredictable()
    private let user = Key<String>("user", example: ("ada", "ada"))
    private let page = Key<Int>("page", example: ("1", 1))
    private let old = [UInt8](repeating: 1, count: 32)
    private let new = [UInt8](repeating: 2, count: 32)

    private func row() async throws -> (LocalStoreTable, StoreRow) {
        let table = LocalStoreTable(clock: clock)
        let row = StoreRow(id: .fixture(), cookie: old, stamp: 1, used: .example)
        try await table.add(row)
        return (table, row)
    }

    private func store(
        _ row: StoreRow, in table: any StoreTable, _ writing: RowDataStore.Writing = .early
    ) -> RowDataStore {
        RowDataStore(row, in: table, identity: ["user"], writing: writing, clock: clock, randomSource: randomSource)
    }

    private func form(_ id: String) -> StoredForm {
        StoredForm(id: id, path: "login", texts: [:], sentAt: clock.now, endsBy: clock.now + .seconds(30))
    }

    @Test(arguments: DataStoreContract.allCases, StoreTableAdapter.local)
    func どの約束も守る(promise: DataStoreContract, adapter: StoreTableAdapter) async throws {
        try await promise.check(tries: 5) { body in
            try await adapter.withTable { table in
                let row = StoreRow(id: .fixture(), cookie: old, stamp: 1, used: .example)
                try await table.add(row)
                try await body(store(row, in: table))
            }
        }
    }

    @Test func ログインは新しいクッキーと同時に見える() async throws {
        let (table, row) = try await row()
        let (login, thief) = (store(row, in: table), store(row, in: table))
        _ = try await login.begin(form("a"))

        try await login.save(page.with(3))
        try await login.save(user.with("ada"))
        try await login.save(page.with(4))
        try await expect(login.get(user), equals: "ada")
        try await expect(thief.get(user), equals: nil)
        try await expect(thief.get(page), equals: 3)
        let (changesUser, hasUser) = try await login.commit(form("a"), replacingCookie: new)

        #expect(changesUser && hasUser)
        await #expect(throws: ErrorWrapper.self) { try await thief.get(user) }
        await #expect(throws: ErrorWrapper.self) { try await thief.save(page.with(1)) }
        let changed = try #require(try await table.row(row.id))
        #expect(changed.cookie == new && changed.former == old)
        try await expect(login.get(user), equals: "ada")
        try await expect(store(changed, in: table).get(page), equals: 4)
    }

    @Test func ログインが変わらなければクッキーも変わらない() async throws {
        let (table, row) = try await row()
        let store = store(row, in: table)
        try await store.save(user.with("ada"))
        try await store.commit(nil, replacingCookie: nil)

        try await store.save(user.with("ada"))
        let (changesUser, _) = try await store.commit(form("b"), replacingCookie: new)

        #expect(!changesUser)
        try await expect(table.row(row.id)?.cookie, equals: old)
    }

    @Test func 書くのが遅ければ_終えるまで何も見えない() async throws {
        let (table, row) = try await row()
        let late = store(row, in: table, .late)
        try await late.save(page.with(3))
        try await expect(late.get(page), equals: 3)
        try await expect(store(row, in: table).get(page), equals: nil)

        try await late.commit(nil, replacingCookie: nil)

        try await expect(store(row, in: table).get(page), equals: 3)
    }

    @Test func フォームは一度だけはじまり_少しだけ覚えている() async throws {
        let (table, row) = try await row()
        let store = store(row, in: table)
        try await expect(store.begin(form("0")), equals: nil)
        try await expect(store.begin(form("0"))?.id, equals: "0")
        for number in 1...8 { _ = try await store.begin(form("\(number)")) }
        try await expect(store.form("0"), equals: nil)
        try await expect(store.form("1")?.id, equals: "1")
        clock.advance(by: .seconds(631))
        _ = try await store.begin(form("9"))
        try await expect(store.form("8"), equals: nil)
    }

    /// Of many requests that log in at once, one wins, and the others can do nothing more.
    @Test func 同時のログインのうち一つだけがクッキーを得る() async throws {
        let (table, row) = try await row()
        let winners = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let store = store(row, in: table)
                    do {
                        try await store.save(user.with("user \(number)"))
                        let cookie = [UInt8](repeating: UInt8(100 + number), count: 32)
                        return try await store.commit(form("\(number)"), replacingCookie: cookie).changesUser
                    } catch {
                        return false
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(winners == 1)
    }

    @Test func フォルダの行は再び開いても同じで_ほかのプロセスは使えない() async throws {
        let directory = TemporaryDirectory()
        let row = StoreRow(
            id: .fixture(), cookie: old, former: new, stamp: 7, used: .example, content: #"{"values":{}}"#)
        do {
            let table = LocalStoreTable(in: directory.path + "/browsers", clock: clock)
            try await table.add(row)
        }
        let again = LocalStoreTable(in: directory.path + "/browsers", clock: clock)

        try await expect(again.row(under: old), equals: row)
        try await expect(again.row(under: new), equals: row)
        try await expect(again.sweep(unusedSince: .example + .seconds(1), limit: 10), equals: 1)
        try await expect(again.count(), equals: 0)
    }

    @Test func 消せない行は告げられて残る() async throws {
        let directory = TemporaryDirectory()
        let table = LocalStoreTable(in: directory.path + "/browsers", clock: clock)
        let row = StoreRow(id: .fixture(), cookie: old, former: nil, stamp: 7, used: .example, content: "{}")
        try await table.add(row)
        let path = "\(directory.path)/browsers/\(row.id).json"
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)

        await #expect(throws: ErrorWrapper.self) {
            try await table.sweep(unusedSince: .example + .seconds(1), limit: 10)
        }

        try await expect(table.count(), equals: 1)
    }
}
