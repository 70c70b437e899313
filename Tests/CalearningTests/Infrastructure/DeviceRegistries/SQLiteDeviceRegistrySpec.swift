#if Server
import Domain
import Foundation
import GRDB
import Infrastructure
import Testing

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

        #expect(try await second.registration(under: key) == registration)
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
        let registries = try await withThrowingTaskGroup(of: SQLiteDeviceRegistry.self) { [directory] group in
            for _ in 0..<8 {
                group.addTask { try SQLiteDeviceRegistry.fixture(in: directory) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        let recorded = try await withThrowingTaskGroup(of: Registration.self) { [key] group in
            for (number, registry) in registries.enumerated() {
                group.addTask {
                    try await registry.record(Registration(key: key, kind: .terminal, udid: .fixture(UInt64(number))))
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }

        #expect(recorded.count == 1)
    }

    /// Each time the tables are made by one of them while the others look at what is there.
    @Test func 新しい登録簿を同時に何度開いても他のものとは取り違えない() async throws {
        for _ in 0..<100 {
            let fresh = try TemporaryDirectory()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask { try SQLiteDeviceRegistry.fixture(in: fresh).close() }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func 一つの失敗でまとめて書かれたものはすべて取り消される() async throws {
        let registry = try SQLiteDeviceRegistry.fixture(in: directory)
        let keys = (0..<4).compactMap { InstallationKey("k-\($0)") }
        // A UDID that is recorded under another key cannot be recorded again.
        let batch = keys.map { RegistryOperation.record(Registration(key: $0, kind: .terminal, udid: .fixture())) }

        #expect(throws: ErrorWrapper.self) { try registry.perform(batch) }

        for key in keys {
            #expect(try await registry.registration(under: key) == nil)
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

            #expect(error?.system == .dataStore(.内容が壊れています(location: path)))
            #expect(try directory.text(of: "devices.sqlite") == text)
        }

        @Test func 他のプログラムのデータベースはそのまま残される() throws {
            let other = try DatabaseQueue(path: path)
            try other.write { try $0.execute(sql: "CREATE TABLE notes (text TEXT)") }
            try other.close()
            let before = try Data(contentsOf: URL(filePath: path))

            let error = #expect(throws: ErrorWrapper.self) { try SQLiteDeviceRegistry.fixture(in: directory) }

            #expect(error?.system == .dataStore(.内容が壊れています(location: path)))
            #expect(error?.causes.map { "\($0)" } == ["it is a database of another program"])
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
        }

        @Test func 新しい版のデータベースは新しいプログラムを求める() throws {
            try SQLiteDeviceRegistry.fixture(in: directory).close()
            let other = try DatabaseQueue(path: path)
            try other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
            try other.close()

            let error = #expect(throws: ErrorWrapper.self) { try SQLiteDeviceRegistry.fixture(in: directory) }

            #expect(
                error?.causes.map { "\($0)" } == [
                    "its schema has version 99, and this program knows 1: use a newer program"
                ])
        }

        @Test func ディレクトリを作れなければその名を挙げる() throws {
            try directory.write("", to: "file")

            let error = #expect(throws: ErrorWrapper.self) {
                try SQLiteDeviceRegistry.fixture(at: directory.path + "/file/devices.sqlite")
            }

            #expect(error?.system == .dataStore(.書き込みに失敗(location: directory.path + "/file/devices.sqlite")))
        }
    }
}
#endif
