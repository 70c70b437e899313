#if Server
import Foundation

/// Reads files that somebody named: regular ones alone, and no more of them than is foreseen.
enum SmallFile {
    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    /// `limit` is in bytes. Waits for nobody: what is a pipe, a device or a directory is refused.
    static func read(_ path: String, limit: Int) throws(Unreadable) -> [UInt8] {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { throw failure() }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure() }
        guard status.st_mode & S_IFMT == S_IFREG else { throw Unreadable(description: "it is not a regular file") }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let count = Foundation.read(file, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += chunk.prefix(count)
            } else if errno != EINTR {
                throw failure()
            }
        }
        throw Unreadable(description: "it has more than \(limit) bytes")
    }

    /// Takes `errno` as it is.
    private static func failure() -> Unreadable {
        Unreadable(description: String(cString: strerror(errno)))
    }
}
#endif
