import Foundation

/// The standard streams, whoever is at their other ends.
enum StandardStream: Int32, CaseIterable {
    case input
    case output
    case error

    /// Whoever starts the program with one of them closed would have files opened in its place, and notes written to them.
    static func reserve() {
        for stream in allCases where fcntl(stream.rawValue, F_GETFD) < 0 && errno == EBADF {
            // Only the other way round than it is used: it stays as useless as it was found. The lowest number is taken.
            _ = open("/dev/null", stream == .input ? O_WRONLY : O_RDONLY)
        }
    }

    /// The code of what went wrong, where not all was written.
    func write(_ text: String) -> Int32? {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(rawValue, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Whoever shares the stream does not wait for it; this program does.
                var waiting = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}
