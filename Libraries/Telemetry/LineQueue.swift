#if Server
import Foundation
import Synchronization
package import Usecases

/// A queue of lines for an output. Callers never wait, because a separate thread writes the lines.
///
/// The queue is bounded. A line that does not fit, or that the output does not accept, counts as dropped. A separate
/// line reports the number of dropped lines, at most once a second, as soon as writing is possible again.
package final class LineQueue: Sendable {
    package enum Kind: Sendable {
        /// A line about a request.
        case request
        /// A line of the security log. Like a line about the service itself, it can use the reserved room.
        case security
        /// A line about the service itself.
        case essential
    }

    private let core: Core

    /// Creates a queue and starts its thread. `capacity` and its `reserved` part, which requests cannot use, are in
    /// bytes. `notice` returns the line, with its line break, that reports the number of dropped lines.
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

    /// Adds a line that includes its line break.
    package func write(_ line: String, _ kind: Kind) {
        core.write(line, kind)
    }

    /// Blocks the thread until all lines are written, at most for the given time. Returns whether all lines were
    /// written.
    @discardableResult
    package func flush(within limit: Duration) -> Bool {
        core.flush(within: limit)
    }

    /// The state shared by the thread and its callers. After the queue is deallocated, the thread writes the last line
    /// and ends.
    private final class Core: Sendable {
        private struct State {
            var lines: [(text: String, kind: Kind)] = []
            /// The size in bytes, including lines that are being written.
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

        func write(_ line: String, _ kind: Kind) {
            let length = line.utf8.count
            let limit = kind == .request ? capacity - reserved : capacity
            let isFirst = state.withLock { state -> Bool? in
                guard state.size + length <= limit else { return nil }
                state.size += length
                state.lines.append((line, kind))
                return state.lines.count == 1
            }
            switch isFirst {
            case true: wakeUp.signal()
            case false: break
            case nil: dropped.count(.full, kind)
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
                for line in lines { hand(line.text, line.kind) }
                tellDropped(isLast: isClosed || !flushes.isEmpty)
                for flush in flushes { flush.signal() }
                isOpen = !isClosed || !lines.isEmpty
                if isOpen, lines.isEmpty { wait() }
            }
        }

        private func hand(_ line: String, _ kind: Kind) {
            if !output.write(line) { dropped.count(.unwritable, kind) }
            state.withLock { $0.size -= line.utf8.count }
        }

        private func tellDropped(isLast: Bool) {
            guard let counts = dropped.take(at: clock.uptime, isLast: isLast) else { return }
            if !output.write(notice(counts)) { dropped.putBack(counts) }
        }

        /// Waits for a line or a flush. With unreported counts, it waits for a second at most.
        private func wait() {
            guard dropped.hasUnreported else { return wakeUp.wait() }
            _ = wakeUp.wait(timeout: .now() + .seconds(1))
        }
    }
}
#endif
