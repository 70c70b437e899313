#if Server
import CalearningDomain
import Foundation
import GRDB
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct SQLiteのバックアップ {
    private let directory = TemporaryDirectory()
    private var database: String { directory.path + "/devices.sqlite" }
    private var file: String { directory.path + "/backups/b.sqlite" }
    private var maker: SQLiteBackupMaker { Self.maker(database) }

    init() throws {
        try FileManager.default.createDirectory(atPath: directory.path + "/backups", withIntermediateDirectories: false)
    }

    private static func maker(_ database: String) -> SQLiteBackupMaker {
        SQLiteBackupMaker(of: database, clock: SystemClock(), randomSource: SeededRandomSource())
    }

    private func registrations(_ count: UInt64, from start: UInt64 = 0) -> [RegistryOperation] {
        (start..<start + count).map { .record(.fixture($0)) }
    }

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: directory.path + "/backups") }
    }

    private func rows(of path: String) throws -> [String] {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        return try queue.read {
            try String.fetchAll($0, sql: "SELECT key || udid || kind FROM registrations ORDER BY key")
        }
    }

    @Test func 使われている最中に取っても_それまでのすべてがあり_持ち主だけが読める() async throws {
        let registry = try SQLiteDeviceRegistry.fixture(in: directory)
        _ = try registry.perform(registrations(500))
        let before = try rows(of: database)

        let outcome = try await maker.backUp(to: file)
        _ = try registry.perform(registrations(5, from: 500))

        guard case .made(let backup) = outcome else { throw NeverHappened(expectation: "a backup", limit: .zero) }
        #expect(backup.devices == 500)
        #expect(backup.accounts == 0)
        let bytes = try Data(contentsOf: URL(filePath: file)).count
        #expect(backup.bytes == bytes)
        try expect(rows(of: file), equals: before)
        try expect(directory.mode(of: "backups/b.sqlite"), equals: 0o600)
        try expect(files, equals: ["b.sqlite"])
    }

    /// A backup contains each device whose registration was acknowledged before the backup began.
    @Test func 書き込みが続いていても終わり_始まる前に受け付けたものはすべてある() async throws {
        let registry = try SQLiteDeviceRegistry.fixture(in: directory)
        let operations = registrations(3000)
        let writing = Task { [operations] in
            for operation in operations { _ = try registry.perform([operation]) }
        }
        for number in 1...5 {
            try await eventually("devices are registered") { try rows(of: database).count >= number * 200 }
            let before = try rows(of: database)

            let outcome = try await Self.maker(database).backUp(to: file + "\(number)")

            guard case .made = outcome else { throw NeverHappened(expectation: "a backup", limit: .zero) }
            #expect(Set(try rows(of: file + "\(number)")).isSuperset(of: before))
        }
        try await writing.value
    }

    @Test(arguments: ["file", "folder", "link", "dangling"]) func あるものには触れない(what: String) async throws {
        try SQLiteDeviceRegistry.fixture(in: directory).close()
        try directory.write("mine", to: "mine")
        switch what {
        case "file": try directory.write("mine", to: "backups/b.sqlite")
        case "folder": try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        case "link":
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: directory.path + "/mine")
        case _:
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: directory.path + "/nothing")
        }

        try await expect(maker.backUp(to: file), equals: .occupied)
        try await expect(maker.backUp(to: database), equals: .occupied)
        try expect(files, equals: ["b.sqlite"])
        try expect(directory.text(of: "mine"), equals: "mine")
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/nothing"))
    }

    @Test func ほかのプログラムのものも_新しいものも_ないものも断られ_何も残らない() async throws {
        let other = try DatabaseQueue(path: directory.path + "/other.sqlite")
        try await other.write { try $0.execute(sql: "CREATE TABLE registrations (key)") }
        try SQLiteDeviceRegistry.fixture(in: directory).close()
        let newer = try DatabaseQueue(path: database)
        try await newer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
        try newer.close()

        for path in ["other.sqlite", "devices.sqlite"] {
            let error = await #expect(throws: ErrorWrapper.self) {
                try await Self.maker(directory.path + "/" + path).backUp(to: file)
            }
            #expect(error?.name == "内容が壊れています")
            #expect((error?.hindrance == .newerVersion) == (path == "devices.sqlite"))
        }
        let missing = await #expect(throws: ErrorWrapper.self) {
            try await Self.maker(directory.path + "/none.sqlite").backUp(to: file)
        }
        #expect(missing?.name == "読み込みに失敗")
        #expect(try files.isEmpty)
    }

    @Test func 壊れたデータベースの写しは残らない() async throws {
        let registry = try SQLiteDeviceRegistry.fixture(in: directory)
        _ = try registry.perform(registrations(5000))
        try registry.close()
        let handle = try FileHandle(forWritingTo: URL(filePath: database))
        try handle.seek(toOffset: 40 * 4096)
        try handle.write(contentsOf: Data(repeating: 0xFF, count: 20 * 4096))
        try handle.close()

        let error = await #expect(throws: ErrorWrapper.self) { try await maker.backUp(to: file) }

        #expect(error?.name == "内容が壊れています")
        #expect(error?.args["database"] == database)
        #expect(try files.isEmpty)
    }

    @Test func 中断されると何も残らない() async throws {
        let registry = try SQLiteDeviceRegistry.fixture(in: directory)
        _ = try registry.perform(registrations(500))

        let backing = Task { [maker, file] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await maker.backUp(to: file)
        }
        let error = await #expect(throws: ErrorWrapper.self) { try await backing.value }

        #expect(error?.isInterruption == true)
        #expect(try files.isEmpty)
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "only root can mount the disk that it needs"))
    func 一杯のディスクには何も残らない() async throws {
        let registry = try SQLiteDeviceRegistry.fixture(in: directory)
        _ = try registry.perform(registrations(5000))
        let disk = try SmallDisk(size: "256k")

        let error = await #expect(throws: ErrorWrapper.self) { try await maker.backUp(to: disk.path + "/b.sqlite") }

        #expect(error?.name == "書き込みに失敗")
        #expect(error?.hindrance == .noSpace)
        #expect(error?.args == ["backup": disk.path + "/b.sqlite"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)
    }
}
#endif
