#if Server
import Foundation
import Synchronization
package import UsecasesEngine

/// A queue of lines for an output. Callers never wait, because a separate thread writes the lines. The queue and its
/// thread live until the process ends, so a program has one queue.
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

    private struct State {
        var lines: [(text: String, kind: Kind)] = []
        /// The size in bytes, including lines that are being written.
        var size = 0
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

    /// Creates a queue and starts its thread. `capacity` and its `reserved` part, which requests cannot use, are in
    /// bytes. `notice` returns the line, with its line break, that reports the number of dropped lines.
    package init(
        output: LineOutput, capacity: Int = 1 << 20, reserved: Int = 1 << 18, dropped: DroppedLines, clock: any Clock,
        notice: @escaping @Sendable (DroppedLines.Counts) -> String
    ) {
        self.output = output
        self.capacity = capacity
        self.reserved = reserved
        self.dropped = dropped
        self.clock = clock
        self.notice = notice
        let thread = Thread { [self] in
            while true { writeAll() }
        }
        thread.name = "log"
        thread.start()
    }

    /// Adds a line that includes its line break.
    package func write(_ line: String, _ kind: Kind) {
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

    /// Blocks the thread until all lines are written, at most for the given time. Returns whether all lines were
    /// written.
    @discardableResult
    package func flush(within limit: Duration) -> Bool {
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

    /// Writes the lines, and the number of dropped ones. Without lines, waits for some or for a flush.
    private func writeAll() {
        let (lines, flushes) = state.withLock { state in
            defer { (state.lines, state.flushes) = ([], []) }
            return (state.lines, state.flushes)
        }
        for line in lines {
            if !output.write(line.text) { dropped.count(.unwritable, line.kind) }
            state.withLock { $0.size -= line.text.utf8.count }
        }
        if let counts = dropped.take(at: clock.uptime, isLast: !flushes.isEmpty), !output.write(notice(counts)) {
            dropped.putBack(counts)
        }
        for flush in flushes { flush.signal() }
        guard lines.isEmpty else { return }
        if dropped.hasUnreported { _ = wakeUp.wait(timeout: .now() + .seconds(1)) } else { wakeUp.wait() }
    }
}
#endif
