import Foundation
import GRDB
import StarterInfrastructure
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTesting

/// Each store has its own connection, as each process has.
@Suite struct `The data store in SQLite` {
    private static let count = Key<Int>("count", example: ("one", 1))

    private let folder = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString

    @Test(arguments: DataStoreContract.allCases)
    func `It keeps every promise of a data store`(promise: DataStoreContract) async throws {
        try await promise.check { body in
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try await body(SQLiteDataStore(in: folder))
        }
    }

    @Test(arguments: RunQueueContract.allCases)
    func `Its queue keeps every promise of a queue of durable runs`(promise: RunQueueContract) async throws {
        try await promise.check { body in
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try await body(SQLiteDataStore(in: folder).runs) { try await Task.sleep(for: $0) }
        }
    }

    @Test func `Only its owner can use the file`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = SQLiteDataStore(in: folder)
        try await store.save(Self.count.with(1))

        let mode = try FileManager.default.attributesOfItem(atPath: store.location)[.posixPermissions] as? Int

        #expect(mode == 0o600)
    }

    @Test func `Processes see the changes of each other, and lose none`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let stores = [SQLiteDataStore(in: folder), SQLiteDataStore(in: folder)]

        let seen = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try await stores[number % 2].change(Self.count) { count in
                        let next = (count ?? 0) + 1
                        count = next
                        return next
                    }
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        let stored = [try await stores[0].get(Self.count), try await stores[1].get(Self.count)]

        #expect(seen == Set(1...40))
        #expect(stored == [40, 40])
    }

    @Test func `No process writes while another one changes a value`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = SQLiteDataStore(in: folder)
        try await store.save(Self.count.with(1))
        let other = try DatabaseQueue(path: store.location)

        let isAlone = try await store.change(Self.count) { count in
            count = 2
            return (try? other.write { try $0.execute(sql: "UPDATE store SET value = '3'") }) == nil
        }
        let stored = try await store.get(Self.count)

        #expect(isAlone)
        #expect(stored == 2)
    }

    @Test func `A database that another process holds can be neither read nor written`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = SQLiteDataStore(in: folder, timeout: .zero)
        try await store.save(Self.count.with(1))
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: store.location, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }

        let errors = await failures(of: store)
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        let stored = try await store.get(Self.count)

        #expect(errors.map(\.hindrance) == [.heldLock, .heldLock])
        #expect(errors.map(\.failure) == [.unreadable(at: store), .unwritable(at: store)])
        #expect(stored == 1)
    }

    @Test func `A file that is not a database, and a value that is not JSON, are damaged`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await SQLiteDataStore(in: folder).save(Self.count.with(1))
        let file = URL(filePath: SQLiteDataStore(in: folder).location)
        try await DatabaseQueue(path: file.path).write { try $0.execute(sql: "UPDATE store SET value = '1,'") }
        let ofValue = await failures(of: SQLiteDataStore(in: folder))
        let text = Data(String(repeating: "not a database ", count: 100).utf8)
        try text.write(to: file)
        let ofFile = await failures(of: SQLiteDataStore(in: folder))

        let damaged = SystemErrors.DataStore.damaged(at: SQLiteDataStore(in: folder))
        #expect((ofValue + ofFile).map(\.failure) == [damaged, damaged, damaged, damaged])
        #expect(try Data(contentsOf: file) == text)
    }

    @Test func `A disk that refuses a file, and a folder that cannot be one, are errors of the store`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = SQLiteDataStore(in: folder)
        try await store.save(Self.count.with(1))
        // SQLite writes a journal before the database.
        let journal = store.location + "-journal"
        try FileManager.default.createDirectory(atPath: journal, withIntermediateDirectories: false)
        let ofDisk = await failures(of: store)
        try FileManager.default.removeItem(atPath: journal)
        let below = SQLiteDataStore(in: store.location + "/below")
        let ofFolder = await failures(of: below)
        let stored = try await store.get(Self.count)

        #expect(ofDisk.map(\.failure) == [.unreadable(at: store), .unwritable(at: store)])
        #expect(ofFolder.map(\.failure) == [.unreadable(at: below), .unwritable(at: below)])
        #expect(stored == 1)
    }

    /// Returns the errors of reading and of writing.
    private func failures(of store: SQLiteDataStore) async -> [ErrorWrapper] {
        let read = await #expect(throws: ErrorWrapper.self) { try await store.get(Self.count) }
        let written = await #expect(throws: ErrorWrapper.self) { try await store.save(Self.count.with(2)) }
        return [read, written].compactMap(\.self)
    }
}

extension ErrorWrapper {
    fileprivate var failure: SystemErrors.DataStore? {
        if case .system(.dataStore(let failure), _, _) = self { failure } else { nil }
    }
}

extension SystemErrors.DataStore {
    fileprivate static func unreadable(at store: SQLiteDataStore) -> Self {
        .unreadable(location: store.location, content: store.kind)
    }

    fileprivate static func unwritable(at store: SQLiteDataStore) -> Self {
        .unwritable(location: store.location, content: store.kind)
    }

    fileprivate static func damaged(at store: SQLiteDataStore) -> Self {
        .damaged(location: store.location, content: store.kind)
    }
}
