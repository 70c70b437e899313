import Foundation

/// The standard streams, whatever they are connected to.
enum StandardStream: Int32, CaseIterable {
    case input
    case output
    case error

    /// If the program is started with one of them closed, other files would be opened in its place, and notes written
    /// to them.
    static func reserve() {
        for stream in allCases where fcntl(stream.rawValue, F_GETFD) < 0 && errno == EBADF {
            // Opened in the opposite direction, so that it stays as useless as it was found. The lowest free number is
            // taken.
            _ = open("/dev/null", stream == .input ? O_WRONLY : O_RDONLY)
        }
    }

    /// Returns the error number if not everything was written.
    func write(_ text: String) -> Int32? {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(rawValue, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Another program that shares the stream has made it non-blocking; this program waits.
                var waiting = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}
