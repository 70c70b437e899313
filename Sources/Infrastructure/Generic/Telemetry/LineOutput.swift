#if Server
import Foundation
import Synchronization

/// Writes lines to a descriptor, each with one `write`, and never one in the midst of another.
///
/// It has no buffer: a line that cannot be written is lost, and whoever writes waits as long as the system makes it wait,
/// which is until there is room, or not at all if the descriptor does not block. ``LineQueue`` is for those who must not
/// wait.
package final class LineOutput: Sendable {
    /// A duplicate, which stays what it is when the original is closed and its number given to another file.
    private let descriptor: Int32
    private let waitsForRoom: Bool
    /// Whether the last line ended before its end.
    private let isTorn = Mutex(false)

    /// A descriptor that is not open takes nothing. `waitsForRoom` is for one that does not block: whether another process
    /// has made it so is none of the writer's choice.
    package init(_ descriptor: Int32 = STDERR_FILENO, waitsForRoom: Bool = false) {
        self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        self.waitsForRoom = waitsForRoom
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// `line` has its line break at its end. Whether all of it was written.
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

    /// How many bytes the descriptor took. A pipe takes a long line piece by piece if a signal comes between.
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

    /// Whether there may be some now.
    private func waitForRoom() -> Bool {
        var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&place, 1, -1) > 0 || errno == EINTR
    }

    /// A reader that has gone must not end the program, whether or not that ignores SIGPIPE.
    private func writeWithoutSignal(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var brokenPipe = sigset_t()
        var former = sigset_t()
        sigemptyset(&brokenPipe)
        sigaddset(&brokenPipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &brokenPipe, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        let written = write(bytes)
        // If it was blocked before, whoever blocked it expects it. Otherwise it can only be ours.
        if written < bytes.count, sigismember(&former, SIGPIPE) == 0 { forgetBrokenPipeSignal(brokenPipe) }
        return written
    }

    /// Takes it back while it is blocked, if it is there: a program that ignores it gets none.
    private func forgetBrokenPipeSignal(_ brokenPipe: sigset_t) {
        var pending = sigset_t()
        sigpending(&pending)
        guard sigismember(&pending, SIGPIPE) == 1 else { return }
        var signals = brokenPipe
        var signal: Int32 = 0
        sigwait(&signals, &signal)
    }
}
#endif
