#if Server
import CalearningDomain
import Foundation
import GRDB
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct SQLiteの登録簿 {
    private let directory = TemporaryDirectory()
    private let key = InstallationKey(fixture: "k-1")

    private var path: String { directory.path + "/devices.sqlite" }

    @Test func コミットは同期される() async throws {
        let registry = try SQLiteDeviceRegistry.fixture(in: directory)

        let durability = try registry.durability()

        #expect(durability.journal == "wal")
        #expect(durability.synchronous == 2)
    }

    /// Each time one of them creates the tables while the others inspect the database.
    @Test func 新しい登録簿を同時に何度開いても他のものとは取り違えない() async throws {
        for _ in 0..<100 {
            let fresh = TemporaryDirectory()
            _ = try await inParallel(4) { _ in try SQLiteDeviceRegistry.fixture(in: fresh).close() }
        }
    }

    @Test(arguments: ["devices.sqlite", "elsewhere.sqlite"]) func 行き先のないリンクの先でも持ち主だけが読める(name: String) throws {
        if name == "elsewhere.sqlite" {
            try FileManager.default.createSymbolicLink(
                atPath: path, withDestinationPath: directory.path + "/" + name)
        }

        let registry = try SQLiteDeviceRegistry.fixture(in: directory)

        try expect(registry.answers(to: [.check]), equals: [nil])
        try expect(["", "-wal", "-shm"].map { try directory.mode(of: name + $0) }, equals: [0o600, 0o600, 0o600])
    }

    @Test func 確かめるときは書いてみて_何も残さない() throws {
        let registry = try SQLiteDeviceRegistry.fixture(in: directory)
        let other = try DatabaseQueue(path: path)
        let before = try sizeOfLog()

        let answers = try registry.answers(to: [.check])

        #expect(answers == [nil])
        #expect(try sizeOfLog() > before)
        try expect(other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM registrations") }, equals: 0)
    }

    @Test func 書けなければ確かめても失敗し_あるものは読める() throws {
        let registry = try SQLiteDeviceRegistry.fixture(in: directory)
        let known = Registration(key: key, kind: .terminal, udid: .fixture())
        let new = Registration(key: try #require(InstallationKey("k-2")), kind: .terminal, udid: .fixture(2))
        _ = try registry.answers(to: [.record(known)])
        let other = try DatabaseQueue.lock(path)

        let again = RegistryOperation.record(Registration(key: key, kind: .terminal, udid: .fixture(3)))
        let outcomes = try registry.perform([.find(key), .check, .record(new), .find(new.key), again])
        try other.unlock()

        try expect(outcomes[0].get(), equals: known)
        #expect(try outcomes[3].get() == nil)
        try expect(outcomes[4].get(), equals: known)
        for outcome in outcomes[1...2] {
            let error = #expect(throws: ErrorWrapper.self) { try outcome.get() }
            #expect(error?.system == .dataStore(.unwritable(location: path, content: .database)))
        }
        try expect(registry.answers(to: [.check, .record(new)]), equals: [nil, new])
    }

    @Test func 閉じるときはほかの者のロックを待たない() async throws {
        // On this clock a wait never reaches its limit.
        let registry = try SQLiteDeviceRegistry.fixture(in: directory, clock: ManualClock())
        let other = try DatabaseQueue.lock(path)
        let task = Task { try await registry.record(Registration(key: key, kind: .terminal, udid: .fixture())) }

        try registry.close(within: .seconds(60))

        let result = await task.result
        try other.unlock()
        #expect(throws: ErrorWrapper.self) { try result.get() }
        await #expect(throws: ErrorWrapper.self) { try await registry.check() }
    }

    @Test func 書けず読めもしなければ_それぞれの失敗を伝える() throws {
        let registry = try SQLiteDeviceRegistry.fixture(in: directory)
        try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: "DROP TABLE registrations") }

        let outcomes = try registry.perform(
            [.find(key), .record(Registration(key: key, kind: .terminal, udid: .fixture()))])

        let errors = outcomes.map { outcome in #expect(throws: ErrorWrapper.self) { try outcome.get() } }
        #expect(errors.map { $0?.name } == ["読み込みに失敗", "書き込みに失敗"])
    }

    private func sizeOfLog() throws -> Int {
        try Data(contentsOf: URL(filePath: path + "-wal")).count
    }

    @Suite struct 使えないファイルの場合 {
        private let directory = TemporaryDirectory()

        private var path: String { directory.path + "/devices.sqlite" }

        @Test func 壊れたファイルはそのまま残される() throws {
            let text = String(repeating: "this is no database ", count: 100)
            try directory.write(text, to: "devices.sqlite")

            let error = #expect(throws: ErrorWrapper.self) { try SQLiteDeviceRegistry.fixture(in: directory) }

            #expect(error?.system == .dataStore(.damaged(location: path, content: .database)))
            try expect(directory.text(of: "devices.sqlite"), equals: text)
        }

        @Test func 他のプログラムのデータベースはそのまま残される() throws {
            let other = try DatabaseQueue(path: path)
            try other.write { try $0.execute(sql: "CREATE TABLE notes (text TEXT)") }
            try other.close()
            let before = try Data(contentsOf: URL(filePath: path))

            let error = #expect(throws: ErrorWrapper.self) { try SQLiteDeviceRegistry.fixture(in: directory) }

            #expect(error?.system == .dataStore(.damaged(location: path, content: .database)))
            #expect(error.causeTexts == ["it is a database of another program"])
            try expect(Data(contentsOf: URL(filePath: path)), equals: before)
        }

        @Test func ディレクトリを作れなければその名を挙げる() throws {
            try directory.write("", to: "file")

            let error = #expect(throws: ErrorWrapper.self) {
                try SQLiteDeviceRegistry.fixture(at: directory.path + "/file/devices.sqlite")
            }

            #expect(
                error?.system
                    == .dataStore(.unwritable(location: directory.path + "/file/devices.sqlite", content: .database)))
        }
    }
}
#endif
