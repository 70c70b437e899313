#if Server
import Foundation
import Synchronization
package import Usecases

/// A queue of lines for an output: callers never wait, and one thread writes the lines.
///
/// The queue is bounded. A line for which there is no room is counted as dropped, and so is one that the output does
/// not accept; the number of dropped lines is reported in a line of its own, at most once a second, as soon as writing
/// is possible again.
package final class LineQueue: Sendable {
    package enum Importance: Sendable {
        /// Clients can cause the line.
        case ordinary
        /// The line concerns the service itself: some room is reserved for it.
        case essential
    }

    private let core: Core

    /// `capacity`, and the part of it that is `reserved` for essential lines, are in bytes. `notice` creates the line
    /// that reports how many lines were dropped, with its line break.
    package init(
        output: LineOutput, capacity: Int = 1 << 20, reserved: Int = 1 << 18, dropped: DroppedLines, clock: any Clock,
        notice: @escaping @Sendable (DroppedLines.Counts) -> String
    ) {
        core = Core(
            output: output, capacity: capacity, reserved: reserved, dropped: dropped, clock: clock, notice: notice)
        let core = core
        let thread = Thread { core.run() }
        thread.name = "log"
        thread.start()
    }

    deinit {
        core.close()
    }

    /// `line` includes its line break.
    package func write(_ line: String, _ importance: Importance) {
        core.write(line, importance)
    }

    /// Blocks its thread until everything is written, but at most for the given time; returns whether everything was
    /// written.
    @discardableResult
    package func flush(within limit: Duration) -> Bool {
        core.flush(within: limit)
    }

    /// The state shared by the thread and its callers. The thread ends when the queue is gone, after the last line.
    private final class Core: Sendable {
        private struct State {
            var lines: [String] = []
            /// In bytes, including lines that are being written.
            var size = 0
            var isClosed = false
            var flushes: [DispatchSemaphore] = []
        }

        private let output: LineOutput
        private let capacity: Int
        private let reserved: Int
        private let dropped: DroppedLines
        private let clock: any Clock
        private let notice: @Sendable (DroppedLines.Counts) -> String
        private let state = Mutex(State())
        private let wakeUp = DispatchSemaphore(value: 0)

        init(
            output: LineOutput, capacity: Int, reserved: Int, dropped: DroppedLines, clock: any Clock,
            notice: @escaping @Sendable (DroppedLines.Counts) -> String
        ) {
            self.output = output
            self.capacity = capacity
            self.reserved = reserved
            self.dropped = dropped
            self.clock = clock
            self.notice = notice
        }

        func write(_ line: String, _ importance: Importance) {
            let length = line.utf8.count
            let limit =
                switch importance {
                case .ordinary: capacity - reserved
                case .essential: capacity
                }
            let isFirst = state.withLock { state -> Bool? in
                guard state.size + length <= limit else { return nil }
                state.size += length
                state.lines.append(line)
                return state.lines.count == 1
            }
            switch isFirst {
            case true: wakeUp.signal()
            case false: break
            case nil: dropped.count(.full)
            }
        }

        func close() {
            state.withLock { $0.isClosed = true }
            wakeUp.signal()
        }

        func flush(within limit: Duration) -> Bool {
            let done = DispatchSemaphore(value: 0)
            let isDone = state.withLock { state in
                if state.size == 0, !dropped.hasUnreported { return true }
                state.flushes.append(done)
                return false
            }
            if isDone { return true }
            wakeUp.signal()
            return done.wait(timeout: .now() + .nanoseconds(Int(limit / .nanoseconds(1)))) == .success
        }

        func run() {
            var isOpen = true
            while isOpen {
                let (lines, flushes, isClosed) = state.withLock { state in
                    defer { (state.lines, state.flushes) = ([], []) }
                    return (state.lines, state.flushes, state.isClosed)
                }
                for line in lines { hand(line) }
                tellDropped(isLast: isClosed || !flushes.isEmpty)
                for flush in flushes { flush.signal() }
                isOpen = !isClosed || !lines.isEmpty
                if isOpen, lines.isEmpty { wait() }
            }
        }

        private func hand(_ line: String) {
            if !output.write(line) { dropped.count(.unwritable) }
            state.withLock { $0.size -= line.utf8.count }
        }

        private func tellDropped(isLast: Bool) {
            guard let counts = dropped.take(at: clock.uptime, isLast: isLast) else { return }
            if !output.write(notice(counts)) { dropped.putBack(counts) }
        }

        /// Waits until there is something to write or to report.
        private func wait() {
            guard dropped.hasUnreported else { return wakeUp.wait() }
            _ = wakeUp.wait(timeout: .now() + .seconds(1))
        }
    }
}
#endif
