#if Server
import Foundation
import Logging
import Synchronization
import Usecases
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
        var database = SQLiteHeader()
        var databaseSize = 0
        var log = SQLiteLogEnd()
        /// A change that cannot be undone while the database is open, because SQLite has already read part of the
        /// files.
        var lasting: Change?
        var isBroken = false
        /// The size in bytes at the last check.
        var logSize = 0
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
        try log.flush()
    }

    /// Throws a ``Change`` as long as it lasts. Skips the check if a recent one found nothing.
    func check() throws(Change) {
        try look(unless: isFresh)
    }

    /// Throws a ``Change`` as long as it lasts. Always checks whether the path leads to the files, and whether they
    /// have become shorter.
    func checkAfterCommit() throws(Change) {
        try look { isFresh($0) && isInPlace($0) }
    }

    private func look(unless isSound: (State) -> Bool) throws(Change) {
        let change = state.withLock { state -> Change? in
            if isSound(state) { return nil }
            let change = state.lasting ?? confirmedChange(&state)
            state.soundAt = change == nil ? clock.uptime : nil
            note(change, &state)
            return change
        }
        if let change { throw change }
    }

    private func isFresh(_ state: State) -> Bool {
        guard let soundAt = state.soundAt else { return false }
        return clock.uptime - soundAt < Self.freshness
    }

    /// Whether the paths and the sizes of the files are unchanged.
    private func isInPlace(_ state: State) -> Bool {
        do throws(Change) {
            let (size, logSize) = (try database.sizeAtPath(), try log.sizeAtPath())
            return size >= state.databaseSize && logSize >= state.logSize
        } catch {
            // A full check determines the kind of change.
            return false
        }
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
        switch change {
        case .truncated, .overwritten: state.lasting = change
        case .removed, .replaced, .hidden, nil: break
        }
        return change
    }

    private func look(_ state: inout State) throws(Change) {
        let size = try database.sizeAtPath()
        let header = SQLiteHeader(database.bytes(SQLiteHeader.size, at: 0))
        guard let header else { throw .truncated(path: path) }
        guard header.mayFollow(state.database) else { throw .overwritten(path: path) }
        // VACUUM shortens the file and records that in the header.
        guard size >= state.databaseSize || size >= header.expectedSize else { throw .truncated(path: path) }
        _ = try index.sizeAtPath()
        let end = SQLiteLogEnd(index: index.bytes(SQLiteLogEnd.indexSize, at: 0))
        let logSize = try log.sizeAtPath()
        // Without a valid header, SQLite rebuilds the index before it uses the log.
        if let end {
            guard logSize >= end.offset, end.isIn(log), end.follows(state.log, in: log) else {
                throw .truncated(path: log.path)
            }
            state.log = end
        }
        (state.database, state.databaseSize, state.logSize) = (header, size, logSize)
    }

    private func note(_ change: Change?, _ state: inout State) {
        switch (change, state.isBroken) {
        case (let change?, false):
            logger.error(
                "the database is not used any more", metadata: ["database": "\(path)", "cause": "\(change)"])
        case (nil, true): logger.notice("the database is used again", metadata: ["database": "\(path)"])
        case (.some, true), (nil, false): break
        }
        state.isBroken = change != nil
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
