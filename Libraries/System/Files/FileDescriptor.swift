public import Foundation

/// An open file, closed when it goes out of scope.
public struct FileDescriptor: Sendable, ~Copyable {
    private let number: Int32
    private let path: String
    private var isLocked = false

    /// Never blocks on opening: a pipe or a device is opened at once or not at all.
    public init(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(PosixError) {
        self.path = path
        let isName = path.isName
        number = isName ? open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode) : -1
        guard isName else { throw PosixError("open", path, code: EILSEQ) }
        guard number >= 0 else { throw PosixError("open", path) }
    }

    /// Another descriptor of a file that is open already, such as standard input; `path` is its name in errors.
    init(duplicating other: Int32, path: String) throws(PosixError) {
        self.path = path
        number = fcntl(other, F_DUPFD_CLOEXEC, 0)
        guard number >= 0 else { throw PosixError("fcntl", path) }
    }

    deinit {
        // A child process that is being started shares the descriptor until it executes its program, and would keep the
        // lock.
        if isLocked { flock(number, LOCK_UN) }
        // Everything that had to be durable was flushed; `close` has nothing left to report.
        close(number)
    }

    /// The status of the file, as `fstat` returns it.
    public func status() throws(PosixError) -> stat {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw PosixError("fstat", path) }
        return status
    }

    /// In bytes.
    public func size() throws(PosixError) -> Int { Int(try status().st_size) }

    /// Whether the file is regular: not a pipe, a device, a directory or the like.
    public func isRegular() throws(PosixError) -> Bool { try status().st_mode & S_IFMT == S_IFREG }

    /// Whether any name still refers to the file.
    public func isLinked() throws(PosixError) -> Bool { try status().st_nlink > 0 }

    /// Returns fewer bytes if the file ends earlier or cannot be read.
    public func bytes(_ count: Int, at offset: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            initializedCount = max(0, pread(number, buffer.baseAddress, count, off_t(offset)))
        }
    }

    /// Removes everything beyond the given number of bytes.
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

    /// Reads what comes next, at most so many bytes, as soon as there is something; nothing at the end of the file.
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

    /// Returns when the content is on disk.
    public func flush() throws(PosixError) {
        guard flushToDisk(number) == 0 else { throw PosixError("fsync", path) }
    }

    /// Takes the exclusive lock, which is released with the descriptor; `false` if another descriptor holds it.
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
/// On Apple's systems `fsync` leaves the content in the drive's cache.
private func flushToDisk(_ number: Int32) -> Int32 { fcntl(number, F_FULLFSYNC) }
#else
private func flushToDisk(_ number: Int32) -> Int32 { fsync(number) }
#endif

/// Replaces a file as a whole: a crash or a power cut leaves either the old content or the new one.
public enum FileReplacement {
    /// Writes a temporary file, flushes it, renames it over the old one and flushes the directory, which must exist.
    ///
    /// The file is for its owner only, or for all whom the mask of the process admits. Throws an error whose hindrance
    /// is ``/Usecases/Hindrance/unconfirmed`` if only the directory cannot be flushed.
    public static func replace(_ path: String, with data: Data, isPrivate: Bool) throws {
        // Opened in advance: if the directory cannot be opened for flushing, no change is made.
        let above = try FileDescriptor(path.parentDirectory ?? "/", O_RDONLY | O_DIRECTORY)
        let temporary = path + ".tmp"
        do {
            // One that was left behind may be open elsewhere.
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
        do {
            try above.flush()
        } catch {
            throw UnconfirmedChange(causedBy: error)
        }
    }
}
