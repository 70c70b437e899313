import Dispatch
public import Foundation
import Synchronization
public import UsecasesEngine

/// A clock that uses the operating system's time and timers.
public struct SystemClock: Clock {
    private let start = ContinuousClock.now
    private let timers = Timers()
    private let timeZone: TimeZone

    /// `timeZone` is the time zone of the user. By default, it is the time zone of the process.
    public init(timeZone: TimeZone = .autoupdatingCurrent) {
        self.timeZone = timeZone
    }

    /// The current time, rounded down to the millisecond. A system clock outside of the years 1970 to 9999 is wrong. It
    /// counts as the first or the last time of these years.
    public var now: Timestamp {
        Timestamp(milliseconds: Int64(min(max(0, Date().timeIntervalSince1970 * 1000), 1e15).rounded(.down)))
    }

    /// Returns the day in the user's time zone, with its offset from UTC at that time.
    public func day(of time: Timestamp) -> Day {
        let date = Date(timeIntervalSince1970: Double(time.milliseconds) / 1000)
        return Day(of: time, aheadOfUTC: timeZone.secondsFromGMT(for: date))
    }

    /// The time since this clock was created.
    public var uptime: Duration {
        start.duration(to: .now)
    }

    /// Waits for at least `duration`. Throws `ErrorWrapper.interrupted` immediately when the task is cancelled.
    public func sleep(for duration: Duration) async throws(ErrorWrapper) {
        guard await timers.sleep(for: duration) else { throw .interrupted }
    }
}

/// Wakes any number of sleepers with one timer. Most sleepers are timeouts of calls and are cancelled long before their
/// deadline. Cancelling is cheap here. `Task.sleep` would set a separate timer for each and leave it behind.
private final class Timers: Sendable {
    private struct Entry {
        /// The deadline in nanoseconds of `DispatchTime`.
        let deadline: UInt64
        let sleep: Sleep
    }

    private struct State {
        /// The entries, the earliest first. Cancelled entries remain until they are due, or until more than half of all
        /// entries are stale.
        var entries: [Entry] = []
        var staleCount = 0
        var timer: (any DispatchSourceTimer)?
        /// The deadline of the timer.
        var next = UInt64.max
    }

    private let state = Mutex(State())

    deinit {
        state.withLock { $0.timer?.cancel() }
    }

    /// Waits for the duration. Returns `false` immediately when the task is cancelled.
    func sleep(for duration: Duration) async -> Bool {
        guard duration > .zero else { return !Task.isCancelled }
        let sleep = Sleep()
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard sleep.begin(continuation) else { return }
                add(sleep, after: duration)
            }
        } onCancel: {
            sleep.end(false)
        }
        if !isOver { noteStale() }
        return isOver
    }

    /// Longer sleeps end after this duration.
    private static let century = Duration.seconds(3_155_760_000)

    private func add(_ sleep: Sleep, after duration: Duration) {
        // A part of a nanosecond counts as a whole one, because a sleep takes at least its duration.
        let (whole, part) = (min(duration, Self.century).nanoseconds, duration.attoseconds % 1_000_000_000)
        let deadline = DispatchTime.now().uptimeNanoseconds &+ UInt64(whole) &+ (part > 0 ? 1 : 0)
        let entry = Entry(deadline: deadline, sleep: sleep)
        state.withLock { state in
            var index = state.entries.endIndex
            // Nearly always appended at the end, because most sleeps have equal durations.
            if let last = state.entries.last, last.deadline > entry.deadline {
                index = state.entries.firstIndex { $0.deadline > entry.deadline } ?? index
            }
            state.entries.insert(entry, at: index)
            setTimer(&state)
        }
    }

    private func noteStale() {
        state.withLock { state in
            state.staleCount += 1
            guard state.staleCount > 64, state.staleCount > state.entries.count / 2 else { return }
            state.entries.removeAll { $0.sleep.isOver }
            state.staleCount = 0
        }
    }

    private func wake() {
        let due = state.withLock { state in
            let now = DispatchTime.now().uptimeNanoseconds
            let count = state.entries.firstIndex { $0.deadline > now } ?? state.entries.count
            let due = state.entries.prefix(count)
            state.entries.removeFirst(count)
            state.next = .max
            setTimer(&state)
            return due
        }
        for entry in due { entry.sleep.end(true) }
    }

    private func setTimer(_ state: inout State) {
        guard let first = state.entries.first?.deadline, first < state.next else { return }
        let timer = state.timer ?? makeTimer()
        state.timer = timer
        state.next = first
        timer.schedule(deadline: DispatchTime(uptimeNanoseconds: first))
    }

    private func makeTimer() -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "usecases.timers"))
        timer.setEventHandler { [weak self] in self?.wake() }
        timer.activate()
        return timer
    }
}

/// A single sleep. It ends once.
private final class Sleep: Sendable {
    private enum State {
        case awaited
        case asleep(CheckedContinuation<Bool, Never>)
        case over
    }

    private let state = Mutex(State.awaited)

    var isOver: Bool {
        state.withLock { if case .over = $0 { true } else { false } }
    }

    /// Begins the sleep. If it has already ended, resumes the continuation and returns `false`.
    func begin(_ continuation: CheckedContinuation<Bool, Never>) -> Bool {
        let begins = state.withLock { state in
            guard case .awaited = state else { return false }
            state = .asleep(continuation)
            return true
        }
        if !begins { continuation.resume(returning: false) }
        return begins
    }

    func end(_ isTime: Bool) {
        state.withLock { state -> CheckedContinuation<Bool, Never>? in
            defer { state = .over }
            guard case .asleep(let continuation) = state else { return nil }
            return continuation
        }?.resume(returning: isTime)
    }
}
