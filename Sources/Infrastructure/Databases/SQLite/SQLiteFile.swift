#if Server
import Foundation
import UsecasesSystem

/// A file of an open database. It must be closed after the database itself: closing it releases all locks that this
/// process holds on it.
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

    /// The size in bytes of the file at the path, provided that it is this file.
    func sizeAtPath() throws(SQLiteFiles.Change) -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let error = PosixError("stat", path)
            throw [ENOENT, ENOTDIR].contains(error.code) ? .removed(path: path) : .hidden(error)
        }
        guard Identity(status) == identity else { throw .replaced(path: path) }
        return Int(status.st_size)
    }

    /// Returns when the content is on disk.
    func flush() throws(PosixError) {
        try descriptor.flush()
    }

    /// Returns fewer bytes if the file ends earlier or cannot be read.
    func bytes(_ count: Int, at offset: Int) -> [UInt8] {
        descriptor.bytes(count, at: offset)
    }
}
#endif
