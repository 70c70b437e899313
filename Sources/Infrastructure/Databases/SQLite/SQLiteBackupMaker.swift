#if Server
package import CalearningDomain
import Foundation
import GRDB
package import UsecasesEngine
import UsecasesSystem

/// A maker of backups with `VACUUM INTO`. It copies a SQLite database in one read transaction. Writers neither delay
/// nor interrupt it.
package actor SQLiteBackupMaker: BackupMaker {
    private let database: String
    private let clock: any Clock
    private let randomSource: any RandomSource
    private let executor = BlockingExecutor(label: "\(Product.own.name).backup")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a maker of backups of the database file at the path `database`.
    package init(of database: String, clock: any Clock, randomSource: any RandomSource) {
        self.database = database
        self.clock = clock
        self.randomSource = randomSource
    }

    package func backUp(to file: String) async throws(ErrorWrapper) -> BackupOutcome {
        let opening = SQLiteOpening(
            schema: SQLiteSchema.migrations, timeout: SQLiteTimeout(.seconds(5), clock: clock))
        let source: DatabaseQueue
        do {
            source = try opening.read(database)
        } catch {
            throw SQLiteConnection.wrap(error, writes: false, database)
        }
        // An empty file reserves the path until the copy is complete, so no other process can write there.
        let place: FileDescriptor
        do {
            guard let claimed = try Self.claim(file) else { return .occupied }
            place = claimed
        } catch {
            throw Self.unwritable(file, error)
        }
        let draft = "\(file).\(String(randomSource.next(), radix: 16))"
        let outcome = await withTaskCancellationHandler {
            Result { try write(source, to: draft, then: file, opening) }
        } onCancel: {
            source.interrupt()
        }
        switch outcome {
        case .success(let backup):
            _ = consume place
            return .made(backup)
        case .failure(let error):
            for leftover in [draft, draft + "-journal", file] { unlink(leftover) }
            _ = consume place
            if Task.isCancelled { throw .interrupted }
            throw SQLiteConnection.isDamage(error)
                ? SQLiteConnection.wrap(error, writes: false, database) : Self.unwritable(file, error)
        }
    }

    /// Writes the backup. Only a complete and checked copy gets its final name.
    private func write(
        _ source: DatabaseQueue, to draft: String, then file: String, _ opening: SQLiteOpening
    ) throws -> DatabaseBackup {
        // SQLite keeps the mode of an empty file.
        guard try Self.claim(draft) != nil else { throw PosixError("open", draft, code: EEXIST) }
        try Self.goOn()
        try source.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [draft]) }
        try Self.goOn()
        let version = try source.read(opening.version)
        try FileDescriptor(draft, O_RDWR).flush()
        let copy = try opening.read(draft)
        let (devices, accounts) = try copy.read { db in
            let flaws = try String.fetchAll(db, sql: "PRAGMA integrity_check(10)")
            guard flaws == ["ok"] else { throw SQLiteDamage.copy(flaws: flaws) }
            let copied = try opening.version(of: db)
            guard copied == version else { throw SQLiteDamage.copy(flaws: ["version \(copied) of \(version)"]) }
            return (try Self.deviceCount(db), try Self.accountCount(db))
        }
        try copy.close()
        try Self.goOn()
        guard rename(draft, file) == 0 else { throw PosixError("rename", file) }
        try FileDescriptor(file.parentDirectory ?? "/", O_RDONLY | O_DIRECTORY).flush()
        return DatabaseBackup(
            file: file, bytes: try FileDescriptor(file, O_RDONLY).size(), devices: devices, accounts: accounts)
    }

    /// Creates and locks an empty file that only its owner can use. Returns `nil` if the path exists. An empty file
    /// that no process holds comes from a killed backup.
    private static func claim(_ path: String) throws(PosixError) -> FileDescriptor? {
        var file: FileDescriptor
        do throws(PosixError) {
            file = try FileDescriptor(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        } catch  where error.code == EEXIST {
            guard let left = try? FileDescriptor(path, O_WRONLY | O_NOFOLLOW) else { return nil }
            file = left
        }
        guard try file.isRegular(), try file.tryLock(), try file.isLinked(), try file.size() == 0 else { return nil }
        return file
    }

    /// Throws if the task was cancelled. A cancellation between two statements interrupts neither.
    private static func goOn() throws(ErrorWrapper) {
        if Task.isCancelled { throw .interrupted }
    }

    private static func deviceCount(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM registrations") ?? 0
    }

    private static func accountCount(_ db: Database) throws -> Int {
        guard try db.tableExists("accounts") else { return 0 }
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM accounts") ?? 0
    }

    private static func unwritable(_ file: String, _ cause: any Error) -> ErrorWrapper {
        .system(error: .dataStore(.unwritable(location: file, content: .backup)), causedBy: cause)
    }
}
#endif
