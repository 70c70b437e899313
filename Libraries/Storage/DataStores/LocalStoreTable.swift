import Foundation
public import UsecasesEngine
import UsecasesSystem

/// The rows of browsers in one process: in memory, or with a file for each in a folder.
///
/// A file is replaced atomically. Only one process may use the folder, and only the owner may read it.
public actor LocalStoreTable: StoreTable {
    private let folder: String?
    private let clock: any Clock
    private var rows: [UUIDv7: StoreRow] = [:]
    /// The lock on the folder, since it was read.
    private var lock: FileDescriptor?
    private let executor = BlockingExecutor(label: "usecases.browsers")

    /// The executor of the actor. It runs on a thread that may block.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The path of the folder, or `memory`.
    public nonisolated var location: String { folder ?? "memory" }

    /// Creates a table. Without a folder, its rows are lost when the program ends.
    public init(in folder: String? = nil, clock: any Clock) {
        self.folder = folder
        self.clock = clock
    }

    /// Returns the row with this cookie, else one that had it before.
    public func row(under cookie: [UInt8]) async throws(ErrorWrapper) -> StoreRow? {
        try await open()
        return rows.values.first { $0.cookie == cookie } ?? rows.values.first { $0.former == cookie }
    }

    /// Returns the row with this identifier.
    public func row(_ id: UUIDv7) async throws(ErrorWrapper) -> StoreRow? {
        try await open()
        return rows[id]
    }

    /// Adds the row, unless it exists.
    public func add(_ row: StoreRow) async throws(ErrorWrapper) {
        try await open()
        if rows[row.id] == nil { try write(row) }
    }

    /// Replaces the row if it has the stamp.
    public func replace(_ stamp: Int64, by row: StoreRow) async throws(ErrorWrapper) -> Bool {
        try await open()
        guard rows[row.id]?.stamp == stamp else { return false }
        try write(row)
        return true
    }

    /// Removes unused rows, the oldest first.
    public func sweep(unusedSince time: Timestamp, limit: Int) async throws(ErrorWrapper) -> Int {
        try await open()
        let unused = rows.values.filter { $0.used < time }.sorted { $0.used < $1.used }.prefix(limit)
        for row in unused {
            if let path = path(of: row.id), unlink(path) != 0, errno != ENOENT {
                throw unwritable(PosixError("unlink", path))
            }
            rows[row.id] = nil
        }
        return unused.count
    }

    /// Returns the number of rows.
    public func count() async throws(ErrorWrapper) -> Int {
        try await open()
        return rows.count
    }

    private func write(_ row: StoreRow) throws(ErrorWrapper) {
        guard !rows.values.contains(where: { $0.cookie == row.cookie && $0.id != row.id }) else {
            throw unwritable(RepeatedCookie())
        }
        if let path = path(of: row.id) {
            try withWriteErrors(at: location, of: nil) {
                try FileReplacement.replace(path, with: try JSONEncoder().encode(row), isPrivate: true)
            }
        }
        rows[row.id] = row
    }

    /// Reads the folder, once.
    private func open() async throws(ErrorWrapper) {
        guard let folder, lock == nil else { return }
        try withWriteErrors(at: location, of: nil) { try PrivateDirectory.own(folder) }
        let lock = try await FileLock.take(folder + "/lock", clock: clock) { unwritable($0) }
        // Another request may have read the folder meanwhile.
        guard self.lock == nil else { return }
        do {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".json") {
                let row = try JSONDecoder().decode(StoreRow.self, from: InputFile.read(folder + "/" + name))
                rows[row.id] = row
            }
        } catch {
            throw .system(error: .dataStore(.damaged(location: folder, content: nil)), causedBy: error)
        }
        self.lock = consume lock
    }

    private func path(of id: UUIDv7) -> String? { folder.map { "\($0)/\(id).json" } }

    private nonisolated func unwritable(_ cause: any Error) -> ErrorWrapper {
        .system(error: .dataStore(.unwritable(location: location, content: nil)), causedBy: cause)
    }
}

/// Two browsers would have the same cookie.
private struct RepeatedCookie: Error, CustomStringConvertible {
    var description: String { "another row has the same cookie" }
}
