#if Server
import Foundation
import Synchronization
import UsecasesSystem

/// An output that writes each line to a descriptor with one `write`, and never interleaves lines.
///
/// It has no buffer, so a line that cannot be written is lost. The caller waits until the descriptor has room. With a
/// non-blocking descriptor, it waits only if `waitsForRoom` is set. ``LineQueue`` is for callers that must not wait.
package final class LineOutput: Sendable {
    /// A duplicate of the descriptor. It stays valid if the original is closed and its number is reused for another
    /// file.
    private let descriptor: Int32
    private let waitsForRoom: Bool
    private let isTorn = Mutex(false)

    /// Creates an output for the descriptor. If the descriptor is not open, every write fails. With `waitsForRoom`,
    /// writes wait even if the descriptor is non-blocking, because another process may have set that mode.
    package init(_ descriptor: Int32 = STDERR_FILENO, waitsForRoom: Bool = false) {
        self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        self.waitsForRoom = waitsForRoom
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Writes a line that includes its line break. Returns whether all of it was written.
    @discardableResult
    package func write(_ line: String) -> Bool {
        guard descriptor >= 0 else { return false }
        return isTorn.withLock { isTorn in
            var rest = isTorn ? "\n" + line : line
            let length = rest.utf8.count
            let written = rest.withUTF8 { bytes in writeWithoutSignal(bytes) }
            if written > 0 { isTorn = written < length }
            return written == length
        }
    }

    /// Returns the number of bytes that the descriptor accepted. A pipe may accept a long line in parts if a signal
    /// interrupts the call.
    private func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var written = 0
        while written < bytes.count {
            let rest = bytes[written...]
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                written += count
            } else if count == 0 || errno != EINTR && !(errno == EAGAIN && waitsForRoom && waitForRoom()) {
                break
            }
        }
        return written
    }

    /// Waits until the descriptor may have room. Returns `false` if waiting failed.
    private func waitForRoom() -> Bool {
        var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&place, 1, -1) > 0 || errno == EINTR
    }

    /// Writes without raising SIGPIPE. A closed reader must not end the program, even if the program does not ignore
    /// SIGPIPE.
    private func writeWithoutSignal(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        BrokenPipes.ignore(in: { write(bytes) }, isBroken: { $0 < bytes.count })
    }
}

/// The systemd journal. It receives the standard error of a service.
package enum SystemdJournal {
    /// Returns whether the journal receives the descriptor's output. `variable` is the value of `JOURNAL_STREAM`, with
    /// the device and inode numbers described in systemd.exec(5). A program may inherit the variable even if its output
    /// goes elsewhere.
    package static func receives(_ variable: String?, from descriptor: Int32 = STDERR_FILENO) -> Bool {
        var status = stat()
        guard let variable, fstat(descriptor, &status) == 0 else { return false }
        return variable == "\(status.st_dev):\(status.st_ino)"
    }
}
#endif
