import Foundation

/// The identity, the size and the last change of a file. The stamp of a path differs after each write, and after the
/// file is replaced, even by one with an older time and the number of a deleted file.
package struct FileStamp: Sendable, Hashable {
    private let device: UInt64
    private let number: UInt64
    private let size: Int64
    /// The times of the last change of the content, and of the last change of the content or the status, as seconds and
    /// nanoseconds.
    private let times: [Int]

    /// Reads the stamp. For a symbolic link, it is the stamp of the target. Returns `nil` if the file does not exist or
    /// cannot be reached.
    package init?(_ path: String) {
        var status = stat()
        guard path.isName, stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(status.st_ino)
        size = Int64(status.st_size)
        times = [status.modified, status.changed].flatMap { [Int($0.tv_sec), Int($0.tv_nsec)] }
    }
}

#if canImport(Darwin)
extension stat {
    fileprivate var modified: timespec { st_mtimespec }
    fileprivate var changed: timespec { st_ctimespec }
}
#else
extension stat {
    fileprivate var modified: timespec { st_mtim }
    fileprivate var changed: timespec { st_ctim }
}
#endif
