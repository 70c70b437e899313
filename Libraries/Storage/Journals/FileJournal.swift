package import Foundation
import Synchronization
public import UsecasesEngine
import UsecasesSystem

/// A journal with one file for each run. A crash cannot damage the files, and only one process can claim each of them.
///
/// A run holds a lock on its file. A file without a lock belongs to an interrupted run.
public struct FileJournal: Journal {
    private let storage: FileJournalStorage

    /// Journals are stored in the subdirectory `journal`. It is created with the first journal.
    public init(directory: String, clock: any Clock) {
        storage = FileJournalStorage(directory: directory + "/" + Self.folder, clock: clock)
    }

    private static let folder = "journal"

    /// Returns whether the path can be the path of a journal or of the directory of all journals.
    static func isPlace(_ path: String) -> Bool {
        path.split(separator: "/").suffix(2).contains { $0 == folder }
    }

    /// The use cases whose interrupted runs were damaged, or from a version whose use case is different.
    public var mismatches: [String] { storage.mismatches.withLock { $0 } }

    /// The executor that writes the files.
    public var executor: (any TaskExecutor)? { storage.executor.tasks }

    /// Resumes an interrupted run that began in the same way, or begins a run. Its first change creates the file.
    public func begin(_ run: RunDescription, at scene: TappedScene) async throws(ErrorWrapper) -> any RunTap {
        try await JournalledRun.begin(run, at: scene, in: storage)
    }

    /// Removes the journals of all unfinished runs. Does nothing if the directory of journals does not exist.
    public func discard() async throws(ErrorWrapper) {
        try await storage.discard()
    }
}

extension FileJournal: TimeBounded {
    /// The timeout of the lock. A run waits for it twice, to find an interrupted run and to create its file.
    public func longest(_ operation: OperationName) -> Duration? {
        operation == Port<any Journal>.discard ? FileLock.timeout : FileLock.timeout * 2
    }
}

private actor FileJournalStorage: JournalStorage {
    private static let suffix = ".jsonl"

    private let directory: String
    private let clock: any Clock
    let executor = BlockingExecutor(label: "usecases.file-journal")
    nonisolated let mismatches = Mutex<[String]>([])

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(directory: String, clock: any Clock) {
        self.directory = directory
        self.clock = clock
    }

    nonisolated func noteMismatch(of usecase: String) { mismatches.withLock { $0.append(usecase) } }

    func claim(usecase: String) async throws(ErrorWrapper) -> (any StoredJournal)? {
        guard try !names().isEmpty else { return nil }
        let lock = try await lock()
        var claimed: FileStoredJournal?
        // The names end with identifiers that begin with the time, so the newest journal is the last one.
        for name in try names().filter({ $0.hasPrefix(usecase + "-") }).sorted().reversed() {
            let path = directory + "/" + name
            try withWriteErrors(at: path, of: .state) {
                guard let journal = try FileStoredJournal.takeOver(path, executor: executor) else { return }
                if claimed == nil { claimed = journal } else { try removeJournal(path) }
            }
        }
        _ = consume lock
        return claimed
    }

    func make(for run: RunDescription, content: Data) async throws(ErrorWrapper) -> any StoredJournal {
        try withWriteErrors(at: directory, of: .state) { try PrivateDirectory.own(directory) }
        let path = "\(directory)/\(run.usecase)-\(run.run)\(Self.suffix)"
        let lock = try await lock()
        let journal = try withWriteErrors(at: path, of: .state) {
            // Opened first. If the directory cannot be opened for flushing, nothing is created in it.
            let above = try FileDescriptor(directory, O_RDONLY | O_DIRECTORY)
            let journal = try FileStoredJournal.make(path, content: content, executor: executor)
            try above.flush()
            return journal
        }
        _ = consume lock
        return journal
    }

    func discard() async throws(ErrorWrapper) {
        guard access(directory, F_OK) == 0 else { return }
        let lock = try await lock()
        let names = try names()
        try withWriteErrors(at: directory, of: .state) {
            let above = try FileDescriptor(directory, O_RDONLY | O_DIRECTORY)
            for name in names { try removeJournal(directory + "/" + name) }
            // A power cut must not restore journals that were removed earlier either.
            try above.flush()
        }
        _ = consume lock
    }

    /// Acquires the lock for creating and claiming journals. Without it, a process could claim a journal that another
    /// process is creating.
    private func lock() async throws(ErrorWrapper) -> FileDescriptor {
        try await FileLock.take(directory + "/lock", clock: clock) { [directory] in
            .system(error: .dataStore(.unwritable(location: directory, content: .state)), causedBy: $0)
        }
    }

    /// Returns the file names of all journals. Empty if the path is not a directory. Writing reports that error.
    private func names() throws(ErrorWrapper) -> [String] {
        do {
            try PrivateDirectory.check(directory)
            return try DirectoryListing.regularFiles(in: directory).filter { $0.hasSuffix(Self.suffix) }
        } catch {
            if let error = error as? PosixError, [ENOENT, ENOTDIR].contains(error.code) { return [] }
            throw .system(error: .dataStore(.unreadable(location: directory, content: .state)), causedBy: error)
        }
    }
}

/// The journal of one run, in a locked file.
private actor FileStoredJournal: StoredJournal {
    private let path: String
    /// The file. `nil` after the journal was released.
    private var file: FileDescriptor?
    private let executor: BlockingExecutor

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private init(path: String, file: consuming FileDescriptor, executor: BlockingExecutor) {
        self.path = path
        self.file = .some(file)
        self.executor = executor
    }

    static func make(_ path: String, content: Data, executor: BlockingExecutor) throws(PosixError) -> FileStoredJournal
    {
        var file = try FileDescriptor(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND, mode: 0o600)
        _ = try file.tryLock()
        try file.write(content)
        try file.flush()
        return FileStoredJournal(path: path, file: file, executor: executor)
    }

    /// Returns `nil` if another run holds the journal, or if it no longer exists.
    static func takeOver(_ path: String, executor: BlockingExecutor) throws(PosixError) -> FileStoredJournal? {
        do {
            var file = try FileDescriptor(path, O_RDWR | O_APPEND | O_NOFOLLOW)
            guard try file.isRegular(), try file.tryLock(), try file.isLinked() else { return nil }
            return FileStoredJournal(path: path, file: file, executor: executor)
        } catch {
            guard error.code == ENOENT else { throw error }
            return nil
        }
    }

    func content() throws(ErrorWrapper) -> Data {
        try withWriteErrors(at: path, of: .state) { try file?.read(upTo: InputFile.sizeLimit) ?? Data() }
    }

    func append(_ lines: Data, durably: Bool) throws(ErrorWrapper) {
        try withWriteErrors(at: path, of: .state) {
            try file?.write(lines)
            if durably { try file?.flush() }
        }
    }

    func cut(to size: Int) throws(ErrorWrapper) {
        try withWriteErrors(at: path, of: .state) { try file?.truncate(to: size) }
    }

    func release() {
        file = nil
    }

    func remove() throws(ErrorWrapper) {
        try withWriteErrors(at: path, of: .state) { try removeJournal(path) }
    }
}

/// Removes the journal of a run that has ended or must not be resumed. Ignores a missing file.
private func removeJournal(_ path: String) throws(PosixError) {
    guard unlink(path) != 0 else { return }
    let error = PosixError("unlink", path)
    if error.code != ENOENT { throw error }
}

/// A storage for the journals of runs.
package protocol JournalStorage: Sendable {
    /// Whether another program goes on with the run, which therefore changes nothing more here.
    var isLeft: Bool { get }
    /// Whether the run is in a queue, which tries it again if it failed, and keeps its reads until the last note.
    var isQueued: Bool { get }
    /// Claims the latest journal of an interrupted run of the use case. Removes all older ones.
    func claim(usecase: String) async throws(ErrorWrapper) -> (any StoredJournal)?
    /// Creates a journal with the given content. A persistent journal is on disk on return.
    func make(for run: RunDescription, content: Data) async throws(ErrorWrapper) -> any StoredJournal
    func discard() async throws(ErrorWrapper)
    /// Records that an interrupted run of the use case does not match the run that resumes it.
    func noteMismatch(of usecase: String)
}

extension JournalStorage {
    package var isLeft: Bool { false }
    package var isQueued: Bool { false }

    package func noteMismatch(of usecase: String) {}
}

/// The journal of one run. The run holds it until it removes or releases the journal, or ends in any other way.
package protocol StoredJournal: Sendable {
    func content() async throws(ErrorWrapper) -> Data
    /// Appends lines. With `durably`, they are on disk on return.
    func append(_ lines: Data, durably: Bool) async throws(ErrorWrapper)
    /// Truncates the journal to the given number of bytes.
    func cut(to size: Int) async throws(ErrorWrapper)
    func remove() async throws(ErrorWrapper)
    /// Releases the journal to the next run.
    func release() async
}
