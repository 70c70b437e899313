#if Server
package import CoreMetrics
package import Domain
import Synchronization

/// Gathers what is asked for while the batches before are under way, so that all of a batch share its cost and nobody
/// waits for a timer.
package final class Batches<Request: Sendable, Answer: Sendable>: Sendable {
    /// Answers each request, in their order, or fails for all of them. It may block its thread.
    package typealias Work = @Sendable ([Request]) throws(ErrorWrapper) -> [Answer]

    package struct Limits: Sendable {
        /// How many batches may be under way at once.
        package var lanes = 1
        /// How many requests are in a batch at most.
        package var size = 1024
        /// How long a request may wait for its batch to begin.
        package var wait = Duration.seconds(5)

        package init(lanes: Int = 1) {
            self.lanes = lanes
        }
    }

    private struct Waiting {
        let number: UInt64
        let request: Request
        let since: Duration
        let continuation: CheckedContinuation<Result<Answer, ErrorWrapper>, Never>
    }

    private struct State {
        var waiting: [Waiting] = []
        var underWay = 0
    }

    private let limits: Limits
    private let clock: any Clock
    private let work: Work
    private let instruments: BatchInstruments
    private let threads = BlockingThreads()
    private let lastNumber = Atomic<UInt64>(0)
    private let state = Mutex(State())

    package init(limits: Limits, clock: any Clock, metrics: any MetricsFactory, work: @escaping Work) {
        self.limits = limits
        self.clock = clock
        self.work = work
        instruments = BatchInstruments(metrics: metrics)
    }

    /// Throws what the batch failed with, a failure to read where it waited too long, and
    /// ``ErrorWrapper/interrupted`` where the task is cancelled before its batch begins.
    package func answer(to request: Request) async throws(ErrorWrapper) -> Answer {
        let number = lastNumber.add(1, ordering: .relaxed).newValue
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                add(Waiting(number: number, request: request, since: clock.uptime, continuation: continuation))
                // Who was cancelled before has no other call of `cancel` to wait for.
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }
        return try result.get()
    }

    /// How many requests wait for a batch now.
    package var waitingCount: Int { state.withLock(\.waiting.count) }

    private func add(_ waiting: Waiting) {
        let (isFree, late) = state.withLock { state in
            // A batch that hangs must not keep those who wait for the next one.
            let late = removeLate(&state, at: waiting.since)
            state.waiting.append(waiting)
            guard state.underWay < limits.lanes else { return (false, late) }
            state.underWay += 1
            return (true, late)
        }
        for waiting in late { waiting.continuation.resume(returning: .failure(tooLate)) }
        if isFree { threads.run(workOff) }
    }

    private func cancel(_ number: UInt64) {
        let cancelled = state.withLock { state in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
        }
        cancelled?.continuation.resume(returning: .failure(.interrupted))
    }

    private func workOff() {
        while let (late, batch) = nextBatch() {
            for waiting in late { waiting.continuation.resume(returning: .failure(tooLate)) }
            guard !batch.isEmpty else { continue }
            let start = clock.uptime
            let outcome = Result { () throws(ErrorWrapper) in try work(batch.map(\.request)) }
            instruments.record(size: batch.count, duration: clock.uptime - start, isFailure: outcome.isFailure)
            switch outcome {
            case .success(let answers):
                for (waiting, answer) in zip(batch, answers) {
                    waiting.continuation.resume(returning: .success(answer))
                }
            case .failure(let error):
                for waiting in batch {
                    waiting.continuation.resume(returning: .failure(error))
                }
            }
        }
    }

    /// `nil`, and one batch fewer is under way, when nothing waits.
    private func nextBatch() -> (late: [Waiting], batch: [Waiting])? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.underWay -= 1
                return nil
            }
            let late = removeLate(&state, at: clock.uptime)
            let batch = Array(state.waiting.prefix(limits.size))
            state.waiting.removeFirst(batch.count)
            return (late, batch)
        }
    }

    /// Those that have waited longest are the first.
    private func removeLate(_ state: inout State, at time: Duration) -> [Waiting] {
        let late = Array(state.waiting.prefix { time - $0.since > limits.wait })
        state.waiting.removeFirst(late.count)
        return late
    }

    private var tooLate: ErrorWrapper {
        .system(
            error: .dataStore(.読み込みに失敗(location: "the queue of the device registry")),
            causedBy: QueueTimeout(waited: limits.wait))
    }
}

extension Result {
    fileprivate var isFailure: Bool {
        switch self {
        case .success: false
        case .failure: true
        }
    }
}
#endif
