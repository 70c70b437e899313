#if Server
import Foundation
import Synchronization
import UsecasesSystem

/// Writes lines to a descriptor, each with one `write`, and never one inside another.
///
/// It has no buffer: a line that cannot be written is lost, and the caller waits for as long as the system blocks:
/// until there is room, or not at all if the descriptor is non-blocking. ``LineQueue`` is for callers that must not
/// wait.
package final class LineOutput: Sendable {
    /// A duplicate, which stays valid if the original is closed and its number reused for another file.
    private let descriptor: Int32
    private let waitsForRoom: Bool
    /// Whether the last line was only partly written.
    private let isTorn = Mutex(false)

    /// A descriptor that is not open accepts nothing. `waitsForRoom` applies to a non-blocking descriptor: another
    /// process may have set that mode against the writer's wishes.
    package init(_ descriptor: Int32 = STDERR_FILENO, waitsForRoom: Bool = false) {
        self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        self.waitsForRoom = waitsForRoom
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// `line` includes its line break. Returns whether all of it was written.
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

    /// Returns how many bytes the descriptor accepted. A pipe may accept a long line piece by piece if a signal
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

    /// Waits until there may be room; `false` if waiting failed.
    private func waitForRoom() -> Bool {
        var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&place, 1, -1) > 0 || errno == EINTR
    }

    /// A closed reader must not end the program, whether or not the program ignores SIGPIPE.
    private func writeWithoutSignal(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        BrokenPipes.ignore(in: { write(bytes) }, isBroken: { $0 < bytes.count })
    }
}

/// The journal of systemd, into which the standard error of a service leads.
package enum SystemdJournal {
    /// Whether it receives what is written to the descriptor. `variable` is `JOURNAL_STREAM`: the numbers of the device
    /// and of the file, as systemd.exec(5) says. A program may inherit the variable although its output goes elsewhere.
    package static func receives(_ variable: String?, from descriptor: Int32 = STDERR_FILENO) -> Bool {
        var status = stat()
        guard let variable, fstat(descriptor, &status) == 0 else { return false }
        return variable == "\(status.st_dev):\(status.st_ino)"
    }
}
#endif
