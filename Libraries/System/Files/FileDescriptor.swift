public import Foundation
import UsecasesEngine

/// An open file. It is closed when it goes out of scope.
public struct FileDescriptor: Sendable, ~Copyable {
    private let number: Int32
    private let path: String
    private var isLocked = false

    /// Opens a file without blocking, even if it is a pipe or a device.
    public init(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(PosixError) {
        self.path = path
        let isName = path.isName
        number = isName ? open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode) : -1
        guard isName else { throw PosixError("open", path, code: EILSEQ) }
        guard number >= 0 else { throw PosixError("open", path) }
    }

    /// Duplicates the descriptor of an open file, such as standard input. `path` is its name in errors.
    init(duplicating other: Int32, path: String) throws(PosixError) {
        self.path = path
        number = fcntl(other, F_DUPFD_CLOEXEC, 0)
        guard number >= 0 else { throw PosixError("fcntl", path) }
    }

    deinit {
        // A child process shares the descriptor until it executes its program, and would keep the lock.
        if isLocked { flock(number, LOCK_UN) }
        // Durable data was already flushed, so errors of `close` can be ignored.
        close(number)
    }

    /// Returns the status of the file from `fstat`.
    public func status() throws(PosixError) -> stat {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw PosixError("fstat", path) }
        return status
    }

    /// Returns the size in bytes.
    public func size() throws(PosixError) -> Int { Int(try status().st_size) }

    /// Returns whether the file is regular, that is, not a pipe, a device, a directory or another special file.
    public func isRegular() throws(PosixError) -> Bool { try status().st_mode & S_IFMT == S_IFREG }

    /// Returns whether the file still has a name.
    public func isLinked() throws(PosixError) -> Bool { try status().st_nlink > 0 }

    /// Returns `count` bytes at the offset. Returns fewer bytes if the file ends earlier or cannot be read.
    public func bytes(_ count: Int, at offset: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            initializedCount = max(0, pread(number, buffer.baseAddress, count, off_t(offset)))
        }
    }

    /// Truncates the file to the given number of bytes.
    package func truncate(to size: Int) throws(PosixError) {
        guard ftruncate(number, off_t(size)) == 0 else { throw PosixError("ftruncate", path) }
    }

    /// Reads up to `limit` bytes from the current position.
    public func read(upTo limit: Int) throws(PosixError) -> Data {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while data.count < limit {
            let count = Foundation.read(number, &buffer, min(buffer.count, limit - data.count))
            if count == 0 { break }
            if count > 0 {
                data.append(contentsOf: buffer[..<count])
            } else if errno != EINTR {
                throw PosixError("read", path)
            }
        }
        return data
    }

    /// Waits for data and reads at most `limit` bytes. Returns an empty array at the end of the file.
    func read(next limit: Int) throws(PosixError) -> [UInt8] {
        while true {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, initializedCount in
                count = Foundation.read(number, buffer.baseAddress, limit)
                initializedCount = max(0, count)
            }
            if count >= 0 { return bytes }
            if errno != EINTR { throw PosixError("read", path) }
        }
    }

    /// Writes all of the data at the current position.
    public func write(_ data: Data) throws(PosixError) {
        var rest = Array(data)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(number, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw PosixError("write", path)
            }
        }
    }

    func setMode(_ mode: mode_t) throws(PosixError) {
        guard fchmod(number, mode) == 0 else { throw PosixError("fchmod", path) }
    }

    /// Flushes the content to disk. Some file systems cannot flush directories, and report EINVAL. They write the
    /// entries by themselves.
    public func flush() throws(PosixError) {
        CostMeter.count(\.flushes)
        guard flushToDisk(number) != 0 else { return }
        let error = PosixError("fsync", path)
        guard error.code == EINVAL, try status().st_mode & S_IFMT == S_IFDIR else { throw error }
    }

    /// Acquires the exclusive lock until the descriptor is closed. Returns `false` if another descriptor holds it. The
    /// file must be open for writing, because NFS refuses other exclusive locks.
    public mutating func tryLock() throws(PosixError) -> Bool {
        while flock(number, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            if errno != EINTR { throw PosixError("flock", path) }
        }
        isLocked = true
        return true
    }
}

#if canImport(Darwin)
/// Flushes the drive's cache as well. On Apple's systems, `fsync` leaves the content in that cache.
private func flushToDisk(_ number: Int32) -> Int32 { fcntl(number, F_FULLFSYNC) }
#else
private func flushToDisk(_ number: Int32) -> Int32 { fsync(number) }
#endif

/// Replaces a file atomically. After a crash or a power cut, it has either the old content or the new content.
public enum FileReplacement {
    /// Writes and flushes a temporary file, renames it to `path`, and flushes the directory. The directory must exist.
    ///
    /// If `isPrivate`, only the owner can access the file. Otherwise the mode is 0644, reduced by the umask of the
    /// process. If only the directory cannot be flushed, throws an error with the hindrance
    /// ``/UsecasesEngine/Hindrance/unconfirmed``.
    public static func replace(_ path: String, with data: Data, isPrivate: Bool) throws {
        // Opened first. If the directory cannot be opened for flushing, nothing is changed.
        let above = try FileDescriptor(path.parentDirectory ?? "/", O_RDONLY | O_DIRECTORY)
        let temporary = path + ".tmp"
        do {
            // Another process may still have an old temporary file open.
            guard unlink(temporary) == 0 || errno == ENOENT else { throw PosixError("unlink", temporary) }
            let file = try FileDescriptor(
                temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: isPrivate ? 0o600 : 0o644)
            if isPrivate { try file.setMode(0o600) }
            try file.write(data)
            try file.flush()
            guard rename(temporary, path) == 0 else { throw PosixError("rename", path) }
        } catch {
            unlink(temporary)
            throw error
        }
        try above.confirm()
    }
}

extension FileDescriptor {
    /// Whether this process, or the machine, has too few descriptors for a name lookup and a connection. For libraries
    /// that do not report why they failed.
    public static var areScarce: Bool {
        var descriptors: [Int32] = []
        defer { for descriptor in descriptors { close(descriptor) } }
        for _ in 0..<4 {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return errno == EMFILE || errno == ENFILE }
            descriptors.append(descriptor)
        }
        return false
    }
}
