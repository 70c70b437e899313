#if Server
import Foundation

/// A file of a database that is open. It is closed after the database itself: closing it lets go of all locks that this
/// process has on it.
final class SQLiteFile: Sendable {
    private struct Identity: Hashable {
        let device: UInt64
        let number: UInt64

        init(_ status: stat) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(truncatingIfNeeded: status.st_ino)
        }
    }

    let path: String
    private let descriptor: FileDescriptor
    private let identity: Identity

    init(_ path: String) throws(PosixError) {
        self.path = path
        descriptor = try FileDescriptor(path, O_RDONLY)
        identity = Identity(try descriptor.status())
    }

    /// In bytes, of what the path leads to, as long as that is this file.
    func sizeAtPath() throws(SQLiteFiles.Change) -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let error = PosixError("stat", path)
            throw [ENOENT, ENOTDIR].contains(error.code) ? .removed(path: path) : .hidden(error)
        }
        guard Identity(status) == identity else { throw .replaced(path: path) }
        return Int(status.st_size)
    }

    /// Returns when its content is on the disk itself.
    func flush() throws(PosixError) {
        try descriptor.flush()
    }

    /// Fewer where the file ends before, or cannot be read.
    func bytes(_ count: Int, at offset: Int) -> [UInt8] {
        descriptor.bytes(count, at: offset)
    }
}
#endif
