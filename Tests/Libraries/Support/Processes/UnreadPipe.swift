#if Server
import Foundation

/// A named pipe that accepts all writes, and that is not read until requested.
package final class UnreadPipe: Sendable {
    package let path: String
    private let reader: Int32

    package init(in directory: TemporaryDirectory) throws {
        path = directory.path + "/pipe-\(UUID().uuidString)"
        guard mkfifo(path, 0o600) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        // A descriptor for both reading and writing is opened without waiting for the other end.
        reader = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard reader >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    deinit {
        close(reader)
    }

    package func read() -> String {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = Foundation.read(reader, &chunk, chunk.count), count > 0 { bytes += chunk.prefix(count) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
#endif
