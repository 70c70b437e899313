import Foundation

/// The identity, the size and the last change of a file. The stamp of a file differs after each write.
package struct FileStamp: Sendable, Hashable {
    private let device: UInt64
    private let number: UInt64
    private let size: Int64
    private let seconds: Int64
    private let nanoseconds: Int64

    /// Reads the stamp. For a symbolic link, it is the stamp of the target. Returns `nil` if the file does not exist or
    /// cannot be reached.
    package init?(_ path: String) {
        var status = stat()
        guard path.isName, stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(status.st_ino)
        size = Int64(status.st_size)
        let time = status.modified
        (seconds, nanoseconds) = (Int64(time.tv_sec), Int64(time.tv_nsec))
    }
}

#if canImport(Darwin)
extension stat {
    fileprivate var modified: timespec { st_mtimespec }
}
#else
extension stat {
    fileprivate var modified: timespec { st_mtim }
}
#endif
