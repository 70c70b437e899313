#if Server
package import CoreMetrics
package import Domain
import Synchronization

/// Gathers what is asked for while the batches before are under way, so that all of a batch share its cost and nobody
/// waits for a timer.
///
/// Where several may be under way at once, another one begins as soon as it would be no smaller than those that are, or
/// as these take long: many small batches cost a database more than a few, and are no sooner done.
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
        /// How long a batch may be under way before the next one, however small, no longer waits for it.
        package var patience = Duration.milliseconds(5)

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

    private enum Lane {
        /// Its thread is about to take what waits.
        case starting
        case underWay(count: Int, since: Duration)
    }

    private struct State {
        var waiting: [Waiting] = []
        /// Those that are not free, by their numbers.
        var lanes: [Int: Lane] = [:]

        /// A free lane, if what waits is worth a batch of its own now.
        func laneToBegin(at time: Duration, _ limits: Limits) -> Int? {
            var (count, isWaitedFor) = (0, false)
            for lane in lanes.values {
                guard case .underWay(let size, let since) = lane else { return nil }
                count += size
                isWaitedFor = isWaitedFor || time - since <= limits.patience
            }
            guard waiting.count >= max(count, 1) || !waiting.isEmpty && !isWaitedFor else { return nil }
            return (0..<limits.lanes).first { lanes[$0] == nil }
        }
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
        let (lane, late) = state.withLock { state in
            // A batch that hangs must not keep those who wait for the next one.
            let late = removeLate(&state, at: waiting.since)
            state.waiting.append(waiting)
            let lane = state.laneToBegin(at: waiting.since, limits)
            if let lane { state.lanes[lane] = .starting }
            return (lane, late)
        }
        for waiting in late { waiting.continuation.resume(returning: .failure(tooLate)) }
        if let lane { threads.run { [self] in workOff(lane) } }
    }

    private func cancel(_ number: UInt64) {
        let cancelled = state.withLock { state in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
        }
        cancelled?.continuation.resume(returning: .failure(.interrupted))
    }

    private func workOff(_ lane: Int) {
        while let (late, batch) = nextBatch(of: lane) {
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

    /// `nil`, and the lane is free, where nothing waits, or waits for a batch that is under way.
    private func nextBatch(of lane: Int) -> (late: [Waiting], batch: [Waiting])? {
        state.withLock { state in
            let now = clock.uptime
            state.lanes[lane] = nil
            guard state.laneToBegin(at: now, limits) != nil else { return nil }
            let late = removeLate(&state, at: now)
            let batch = Array(state.waiting.prefix(limits.size))
            state.waiting.removeFirst(batch.count)
            state.lanes[lane] = .underWay(count: batch.count, since: now)
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
