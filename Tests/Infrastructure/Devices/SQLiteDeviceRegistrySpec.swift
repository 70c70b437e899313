#if Server
import CalearningDomain
import Foundation
import GRDB
import CalearningInfrastructure
import Testing
import Usecases
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct SQLiteの登録簿 {
    private let directory: TemporaryDirectory
    private let key: InstallationKey

    init() throws {
        directory = try TemporaryDirectory()
        key = try #require(InstallationKey("k-1"))
    }

    private var path: String { directory.path + "/devices.sqlite" }

    @Test func 閉じて開いても記録は残る() async throws {
        let registration = Registration(key: key, kind: .terminal, udid: .fixture())
        let first = try SQLiteDeviceRegistry.fixture(in: directory)
        _ = try await first.record(registration)
        try first.close()

        let second = try SQLiteDeviceRegistry.fixture(in: directory)

        try await expect(second.registration(under: key), equals: registration)
    }

    @Test func 持ち主だけが読める() async throws {
        let registry = try SQLiteDeviceRegistry.fixture(in: directory)
        _ = try await registry.record(Registration(key: key, kind: .terminal, udid: .fixture()))

        #expect(
            try ["devices.sqlite", "devices.sqlite-wal", "devices.sqlite-shm"].map(directory.mode) == [
                0o600, 0o600, 0o600,
            ])
    }

    @Test func コミットは同期される() async throws {
        let registry = try SQLiteDeviceRegistry.fixture(in: directory)

        let durability = try registry.durability()

        #expect(durability.journal == "wal")
        #expect(durability.synchronous == 2)
    }

    @Test func 同時に始まる多くのサーバが同じ登録簿を使える() async throws {
        let registries = try await inParallel(8) { [directory] _ in try SQLiteDeviceRegistry.fixture(in: directory) }

        let recorded = try await inParallel(8) { [key] number in
            try await registries[number].record(
                Registration(key: key, kind: .terminal, udid: .fixture(UInt64(number))))
        }

        #expect(Set(recorded).count == 1)
    }

    /// Each time one of them creates the tables while the others inspect the database.
    @Test func 新しい登録簿を同時に何度開いても他のものとは取り違えない() async throws {
        for _ in 0..<100 {
            let fresh = try TemporaryDirectory()
            _ = try await inParallel(4) { _ in try SQLiteDeviceRegistry.fixture(in: fresh).close() }
        }
    }

    @Test func 行き先のないリンクの先も持ち主だけが読める() throws {
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: directory.path + "/elsewhere.sqlite")

        let registry = try SQLiteDeviceRegistry.fixture(in: directory)

        try expect(registry.answers(to: [.check]), equals: [nil])
        #expect(
            try ["elsewhere.sqlite", "elsewhere.sqlite-wal", "elsewhere.sqlite-shm"].map(directory.mode) == [
                0o600, 0o600, 0o600,
            ])
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
            #expect(error?.system == .dataStore(.書き込みに失敗(location: path, content: .database)))
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

    @Test func 表や列がひとつでもなければ確かめて失敗する() throws {
        let registry = try SQLiteDeviceRegistry.fixture(in: directory)
        let other = try DatabaseQueue(path: path)
        let columns = try other.read {
            try Row.fetchAll(
                $0,
                sql: "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table'")
        }

        for row in columns {
            let (table, column): (String, String) = (row[0], row[1])
            try other.writeWithoutTransaction {
                try $0.execute(sql: "ALTER TABLE \(table) RENAME COLUMN \(column) TO gone")
            }
            #expect(throws: ErrorWrapper.self, "\(table).\(column)") { try registry.answers(to: [.check]) }
            try other.writeWithoutTransaction {
                try $0.execute(sql: "ALTER TABLE \(table) RENAME COLUMN gone TO \(column)")
            }
            #expect(throws: Never.self) { try registry.answers(to: [.check]) }
        }
        try other.writeWithoutTransaction { try $0.execute(sql: "DROP TABLE guesses") }

        #expect(columns.count == 27)
        #expect(throws: ErrorWrapper.self) { try registry.answers(to: [.check]) }
    }

    private func sizeOfLog() throws -> Int {
        try Data(contentsOf: URL(filePath: path + "-wal")).count
    }

    @Suite struct 一つの要求だけが拒まれる場合 {
        private let directory: TemporaryDirectory
        private let registry: SQLiteDeviceRegistry
        private let registrations: [Registration]

        init() throws {
            directory = try TemporaryDirectory()
            registry = try SQLiteDeviceRegistry.fixture(in: directory)
            registrations = (0..<4).compactMap { number in
                InstallationKey("k-\(number)").map { Registration(key: $0, kind: .terminal, udid: .fixture(number)) }
            }
        }

        private func execute(_ sql: String) throws {
            try DatabaseQueue(path: directory.path + "/devices.sqlite").writeWithoutTransaction {
                try $0.execute(sql: sql)
            }
        }

        @Test func 引き金が拒んでもほかのものは記録される() throws {
            try execute(
                """
                CREATE TRIGGER refuse BEFORE INSERT ON registrations WHEN NEW.key = 'k-1'
                BEGIN SELECT RAISE(ABORT, 'not this one'); END
                """)

            let outcomes = try registry.perform(registrations.map { .record($0) } + [.check])

            for number in [0, 2, 3] { try expect(outcomes[number].get(), equals: registrations[number]) }
            #expect(try outcomes[4].get() == nil)
            let error = #expect(throws: ErrorWrapper.self) { try outcomes[1].get() }
            #expect(error.causeTexts.first == "the database refuses this request alone")
            #expect(error.lastCause.contains("not this one"))
            #expect(
                try registry.answers(to: registrations.map { .find($0.key) }) == [
                    registrations[0], nil, registrations[2], registrations[3],
                ])
        }

        @Test func 使われているUDIDはその要求だけを失敗させる() throws {
            let batch = registrations.map { Registration(key: $0.key, kind: $0.kind, udid: .fixture()) }

            let outcomes = try registry.perform(batch.map { .record($0) })

            try expect(outcomes[0].get(), equals: batch[0])
            for outcome in outcomes.dropFirst() { #expect(throws: ErrorWrapper.self) { try outcome.get() } }
            try expect(registry.answers(to: batch.map { .find($0.key) }), equals: [batch[0], nil, nil, nil])
        }

        @Test func 読めない行はそれを探した者だけに伝えられる() throws {
            _ = try registry.answers(to: [.record(registrations[0])])
            try execute("INSERT INTO registrations (key, udid, kind) VALUES ('k-1', 'not a udid', 11)")

            let outcomes = try registry.perform(
                [0, 1, 2].map { .find(registrations[$0].key) } + [.record(registrations[3]), .record(registrations[1])])

            try expect(outcomes[0].get(), equals: registrations[0])
            #expect(try outcomes[2].get() == nil)
            try expect(outcomes[3].get(), equals: registrations[3])
            for outcome in [outcomes[1], outcomes[4]] {
                let error = #expect(throws: ErrorWrapper.self) { try outcome.get() }
                #expect(
                    error?.system
                        == .dataStore(.内容が壊れています(location: directory.path + "/devices.sqlite", content: .database)))
            }
        }
    }

    @Suite struct 使えないファイルの場合 {
        private let directory: TemporaryDirectory

        init() throws {
            directory = try TemporaryDirectory()
        }

        private var path: String { directory.path + "/devices.sqlite" }

        @Test func 壊れたファイルはそのまま残される() throws {
            let text = String(repeating: "this is no database ", count: 100)
            try directory.write(text, to: "devices.sqlite")

            let error = #expect(throws: ErrorWrapper.self) { try SQLiteDeviceRegistry.fixture(in: directory) }

            #expect(error?.system == .dataStore(.内容が壊れています(location: path, content: .database)))
            try expect(directory.text(of: "devices.sqlite"), equals: text)
        }

        @Test func 他のプログラムのデータベースはそのまま残される() throws {
            let other = try DatabaseQueue(path: path)
            try other.write { try $0.execute(sql: "CREATE TABLE notes (text TEXT)") }
            try other.close()
            let before = try Data(contentsOf: URL(filePath: path))

            let error = #expect(throws: ErrorWrapper.self) { try SQLiteDeviceRegistry.fixture(in: directory) }

            #expect(error?.system == .dataStore(.内容が壊れています(location: path, content: .database)))
            #expect(error.causeTexts == ["it is a database of another program"])
            try expect(Data(contentsOf: URL(filePath: path)), equals: before)
        }

        @Test func 新しい版のデータベースは新しいプログラムを求める() throws {
            try SQLiteDeviceRegistry.fixture(in: directory).close()
            let other = try DatabaseQueue(path: path)
            try other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
            try other.close()

            let error = #expect(throws: ErrorWrapper.self) { try SQLiteDeviceRegistry.fixture(in: directory) }

            #expect(
                error.causeTexts == [
                    "its schema has version 99, and this program knows \(DatabaseSchema.version)"
                ])
            #expect(error?.hindrance == .newerVersion)
        }

        @Test func ディレクトリを作れなければその名を挙げる() throws {
            try directory.write("", to: "file")

            let error = #expect(throws: ErrorWrapper.self) {
                try SQLiteDeviceRegistry.fixture(at: directory.path + "/file/devices.sqlite")
            }

            #expect(
                error?.system
                    == .dataStore(.書き込みに失敗(location: directory.path + "/file/devices.sqlite", content: .database)))
        }
    }
}
#endif
