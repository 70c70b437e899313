import Foundation
import Synchronization

/// Threads for work that takes a processor for long: only some of it at once, and only some may wait, first come, first
/// served.
final class BoundedThreads: Sendable {
    /// Why work was not done.
    enum Refusal: Error {
        case full
        case cancelled
    }

    private struct Job: Sendable {
        let number: UInt64
        /// Does the work, and returns what hands over its result.
        let work: @Sendable () -> @Sendable () -> Void
        let giveUp: @Sendable (Refusal) -> Void
    }

    private enum Place {
        case thread
        case line
        case none(Refusal)
    }

    private struct State {
        var lastNumber: UInt64 = 0
        var busyCount = 0
        /// Empty unless all threads are busy.
        var line: [Job] = []
    }

    private let count: Int
    private let lineLimit: Int
    private let niceness: Int32
    private let threads = BlockingThreads()
    private let state = Mutex(State())

    /// `count` is at least 1; `waiting`, how many may wait, may be 0. `niceness`, from 0 to 19, is how far the threads
    /// give way to all others, as in nice(1); only Linux has it for threads.
    init(count: Int, waiting: Int, niceness: Int32 = 0) {
        self.count = max(1, count)
        lineLimit = max(0, waiting)
        self.niceness = min(max(0, niceness), 19)
    }

    var waitingCount: Int { state.withLock { $0.line.count } }

    var hasRoom: Bool { state.withLock { hasRoom(in: $0) } }

    /// Returns the result of the work when it is done. A cancelled task leaves the line at once; work that has begun is
    /// finished.
    func value<Success: Sendable>(of work: @escaping @Sendable () -> Success) async throws(Refusal) -> Success {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<Success, Refusal>, Never>) in
                add(
                    Job(number: number) {
                        let result = work()
                        return { continuation.resume(returning: .success(result)) }
                    } giveUp: {
                        continuation.resume(returning: .failure($0))
                    })
            }
        } onCancel: {
            leave(number)
        }.get()
    }

    private func hasRoom(in state: State) -> Bool { state.busyCount < count || state.line.count < lineLimit }

    private func add(_ job: Job) {
        let place = state.withLock { state -> Place in
            // Asked under the lock: whoever cancels the task after this finds the job in the line.
            if Task.isCancelled { return .none(.cancelled) }
            guard hasRoom(in: state) else { return .none(.full) }
            guard state.busyCount == count else {
                state.busyCount += 1
                return .thread
            }
            state.line.append(job)
            return .line
        }
        switch place {
        case .thread: threads.run { [self] in perform(job) }
        case .line: break
        case .none(let refusal): job.giveUp(refusal)
        }
    }

    private func leave(_ number: UInt64) {
        let job = state.withLock { state in
            state.line.firstIndex { $0.number == number }.map { state.line.remove(at: $0) }
        }
        job?.giveUp(.cancelled)
    }

    /// Performs the job and then those that wait.
    private func perform(_ first: Job) {
        setNiceness(niceness)
        var next: Job? = first
        while let job = next {
            let handOver = job.work()
            // Before the result is handed over: whoever gets it may come again at once, and there is room by then.
            next = state.withLock { state in
                guard !state.line.isEmpty else {
                    state.busyCount -= 1
                    return nil
                }
                return state.line.removeFirst()
            }
            handOver()
        }
    }
}

#if os(Linux)
/// For the calling thread: to Linux, each thread is a process here. It can be raised, and not lowered again.
private func setNiceness(_ niceness: Int32) {
    // Whoever has started the program as a background job has meant it.
    guard niceness > getpriority(Int32(PRIO_PROCESS.rawValue), 0) else { return }
    setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness)
}
#else
private func setNiceness(_ niceness: Int32) {}
#endif
