#if Server
import Foundation
import Logging
import Synchronization
import UsecasesEngine
import UsecasesSystem

/// A check whether the files of an open database are still intact and at its path.
///
/// SQLite keeps writing to a removed file. It does not notice a truncated or overwritten file as long as it caches the
/// content.
final class SQLiteFiles: Sendable {
    enum Change: Error, Hashable, CustomStringConvertible {
        case removed(path: String)
        case replaced(path: String)
        case truncated(path: String)
        case overwritten(path: String)
        case hidden(PosixError)

        /// Whether the change cannot be undone while the database is open, because SQLite has already read part of the
        /// files.
        fileprivate var isLasting: Bool {
            switch self {
            case .truncated, .overwritten: true
            case .removed, .replaced, .hidden: false
            }
        }

        var description: String {
            switch self {
            case .removed(let path):
                """
                \(path) was removed or renamed while it is in use: put it back, \
                or stop the service, restore a backup, and start it again
                """
            case .replaced(let path):
                """
                \(path) was replaced by another file while it is in use: put the file back, \
                or stop the service and start it again with the new one
                """
            case .truncated(let path):
                "\(path) was truncated while it is in use: stop the service, restore a backup, and start it again"
            case .overwritten(let path):
                "\(path) was overwritten while it is in use: stop the service, restore a backup, and start it again"
            case .hidden(let error): "\(error)"
            }
        }
    }

    private struct State {
        /// What the last check without a change has seen.
        var database: SQLiteHeader?
        var databaseSize = 0
        var log: SQLiteLogEnd?
        var logSize = 0
        var change: Change?
        /// The uptime of the last check, or `nil` if it found a change.
        var soundAt: Duration?
    }

    /// A check of the contents is reused for this long. Registrations acknowledged just before an overwrite are lost in
    /// any case.
    private static let freshness = Duration.milliseconds(5)

    private let path: String
    private let database: SQLiteFile
    private let log: SQLiteFile
    private let index: SQLiteFile
    private let clock: any Clock
    private let logger: Logger
    private let state = Mutex(State())

    /// Opens the files of a database. Its log must already exist.
    init(_ path: String, clock: any Clock, logger: Logger) throws(PosixError) {
        self.path = path
        self.clock = clock
        self.logger = logger
        guard let resolved = realpath(path, nil) else { throw PosixError("realpath", path) }
        defer { free(resolved) }
        // The log is next to the actual file, even if the path is a link.
        let place = String(cString: resolved)
        database = try SQLiteFile(path)
        log = try SQLiteFile(place + "-wal")
        index = try SQLiteFile(place + "-shm")
    }

    /// Flushes the log. A killed process may have left unflushed content. It was never acknowledged, but becomes
    /// readable now.
    func flushLog() throws(PosixError) {
        try log.descriptor.flush()
    }

    /// Throws a ``Change`` as long as it lasts. Skips the check if a recent one found nothing. After a commit, always
    /// checks whether the path leads to the files, and whether they have become shorter.
    func check(afterCommit: Bool = false) throws(Change) {
        let change = state.withLock { state -> Change? in
            let isFresh = state.soundAt.map { clock.uptime - $0 < Self.freshness } ?? false
            if isFresh, !afterCommit || isInPlace(state) { return nil }
            let known = state.change
            state.change = known?.isLasting == true ? known : confirmedChange(&state)
            state.soundAt = state.change == nil ? clock.uptime : nil
            note(state.change, after: known)
            return state.change
        }
        if let change { throw change }
    }

    /// Throws if the path leads to other files. Ignores their content.
    func checkPath() throws(Change) {
        for file in [database, log, index] {
            do throws(Change) {
                _ = try file.sizeAtPath()
            } catch .removed where file !== database {
                // Closing the database moves the content of this file to the database.
            }
        }
    }

    /// Whether the paths and the sizes of the files are unchanged.
    private func isInPlace(_ state: State) -> Bool {
        guard let size = try? database.sizeAtPath(), let logSize = try? log.sizeAtPath() else { return false }
        return size >= state.databaseSize && logSize >= state.logSize
    }

    /// Returns a change that several checks confirm. Another process may be shortening the log, or writing the header
    /// of the database. A change that is seen only once is therefore not an error.
    private func confirmedChange(_ state: inout State) -> Change? {
        var change: Change?
        for attempt in 0..<3 {
            if attempt > 0 { Thread.sleep(forTimeInterval: 0.002) }
            do throws(Change) {
                try look(&state)
                return nil
            } catch {
                change = error
            }
        }
        return change
    }

    private func look(_ state: inout State) throws(Change) {
        let size = try database.sizeAtPath()
        guard let header = SQLiteHeader(database.descriptor.bytes(SQLiteHeader.size, at: 0)) else {
            throw .truncated(path: path)
        }
        if let earlier = state.database, !header.mayFollow(earlier) { throw .overwritten(path: path) }
        // VACUUM shortens the file and records that in the header.
        guard size >= state.databaseSize || size >= header.expectedSize else { throw .truncated(path: path) }
        _ = try index.sizeAtPath()
        let end = SQLiteLogEnd(
            index: index.descriptor.bytes(SQLiteLogEnd.indexSize, at: 0), pageSize: header.pageSize)
        let logSize = try log.sizeAtPath()
        // Without a valid header of its index, SQLite rebuilds the index before it uses the log.
        if let end {
            guard logSize >= end.offset, end.isIn(log.descriptor), end.follows(state.log, in: log.descriptor) else {
                throw .truncated(path: log.path)
            }
            state.log = end
        }
        (state.database, state.databaseSize, state.logSize) = (header, size, logSize)
    }

    private func note(_ change: Change?, after known: Change?) {
        if let change, known == nil {
            logger.error(
                "the database is not used any more", metadata: ["database": "\(path)", "cause": "\(change)"])
        } else if change == nil, known != nil {
            logger.notice("the database is used again", metadata: ["database": "\(path)"])
        }
    }
}

/// A file of an open database. It must be closed after the database, because closing it releases all locks of this
/// process on it.
private final class SQLiteFile: Sendable {
    let path: String
    let descriptor: FileDescriptor
    private let device: UInt64
    private let number: UInt64

    init(_ path: String) throws(PosixError) {
        self.path = path
        descriptor = try FileDescriptor(path, O_RDONLY)
        let status = try descriptor.status()
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// Returns the size of the file at the path in bytes. Throws if it is not this file.
    func sizeAtPath() throws(SQLiteFiles.Change) -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let error = PosixError("stat", path)
            throw [ENOENT, ENOTDIR].contains(error.code) ? .removed(path: path) : .hidden(error)
        }
        guard UInt64(truncatingIfNeeded: status.st_dev) == device,
            UInt64(truncatingIfNeeded: status.st_ino) == number
        else { throw .replaced(path: path) }
        return Int(status.st_size)
    }
}

/// The header of a database file, as in SQLite's file format, section 1.3.
struct SQLiteHeader: Sendable {
    /// The size in bytes.
    static let size = 100

    let pageSize: Int
    private let changeCounter: UInt32
    /// The identifier of the application, or 0 if no program has marked the database.
    let applicationID: UInt32
    /// The version of the schema.
    let userVersion: UInt32
    /// The size of the whole file in bytes. The last pages may still be only in the log.
    let expectedSize: Int

    /// Returns `nil` if the bytes are not a valid header.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size, bytes.starts(with: "SQLite format 3\0".utf8) else { return nil }
        func number(at offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        let pageSize = Int(number(at: 16) >> 16)
        self.pageSize = pageSize == 1 ? 65536 : pageSize
        changeCounter = number(at: 24)
        applicationID = number(at: 68)
        userVersion = number(at: 60)
        expectedSize = Int(number(at: 28)) * self.pageSize
    }

    /// Whether transactions can turn the earlier header into this one.
    func mayFollow(_ earlier: SQLiteHeader) -> Bool {
        // The first checkpoint may be the first to write the mark.
        guard applicationID == earlier.applicationID || earlier.applicationID == 0 else { return false }
        // A process that has not seen the changes of others does not advance the counter. A process that shrinks the
        // file has seen the changes of this one.
        let changes = Int32(bitPattern: changeCounter &- earlier.changeCounter)
        return changes > 0 || changes == 0 && expectedSize >= earlier.expectedSize
    }
}

/// The end of the write-ahead log according to its index. SQLite's documents `fileformat2` (section 4) and `walformat`
/// (section 2.1) describe the index.
private struct SQLiteLogEnd: Sendable {
    /// The size in bytes of two copies of the same header.
    static let indexSize = 96

    private let frameCount: Int
    private let frameSize: Int
    /// The salts of the log. A restart of the log changes them.
    private let salts: [UInt8]

    /// Returns `nil` if the index is being written.
    init?(index bytes: [UInt8], pageSize: Int) {
        guard bytes.count == Self.indexSize, bytes[..<48].elementsEqual(bytes[48...]) else { return nil }
        // Native byte order, because only processes of one machine use the index.
        frameCount = Int(bytes[16..<20].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
        frameSize = 24 + pageSize
        salts = Array(bytes[32..<40])
    }

    /// The minimum size of the log in bytes.
    var offset: Int { frameCount == 0 ? 0 : 32 + frameCount * frameSize }

    /// Whether the log has its beginning and its last frame. A log that was truncated and then written to contains
    /// zeros instead.
    func isIn(_ log: borrowing FileDescriptor) -> Bool {
        frameCount == 0 || log.bytes(8, at: 16) == salts && hasLastFrame(log)
    }

    /// Whether the earlier last frame still exists, or the log was restarted since.
    func follows(_ earlier: SQLiteLogEnd?, in log: borrowing FileDescriptor) -> Bool {
        guard let earlier, earlier.frameCount > 0, earlier.salts == salts else { return true }
        return frameCount >= earlier.frameCount && earlier.hasLastFrame(log)
    }

    private func hasLastFrame(_ log: borrowing FileDescriptor) -> Bool {
        log.bytes(8, at: offset - frameSize + 8) == salts
    }
}

/// The reason why a database or one of its rows is unusable.
enum SQLiteDamage: Error, CustomStringConvertible {
    case foreign(applicationID: Int)
    case copy(flaws: [String])
    case row(_ table: String, key: String)
    case notDurable(journal: String, synchronous: Int)

    var description: String {
        switch self {
        case .foreign: "it is a database of another program"
        case .copy(let flaws): "a copy of it is not sound: \(flaws.joined(separator: "; "))"
        case .row(let table, let key): "a row of the table \(table), with \(key), is not valid"
        case .notDurable(let journal, let synchronous):
            "it cannot be made durable: its journal is \(journal), its synchronous mode \(synchronous)"
        }
    }
}
#endif
