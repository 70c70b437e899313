#if Server
import CalearningDomain
package import CoreMetrics
import Metrics
import Synchronization
package import UsecasesEngine
import UsecasesSystem

/// A queue that collects requests into batches while earlier batches are in progress. The requests of a batch share its
/// cost, and no request waits for a timer.
///
/// Several batches may be in progress at the same time. A further batch begins only if the batches in progress take
/// long or have the maximum size. Many small batches cost a database more than a few large ones, and finish no sooner.
package final class Batches<Request: Sendable, Answer: Sendable>: Sendable {
    /// A function that answers each request individually, in order, or fails for all of them. It may block its thread.
    package typealias Work = @Sendable ([Request]) throws(ErrorWrapper) -> [Result<Answer, ErrorWrapper>]

    package struct Limits: Sendable {
        /// The maximum number of batches in progress at the same time.
        package var lanes: Int
        /// The maximum number of requests in a batch.
        package var size: Int
        /// The maximum time that a request waits for its batch to begin.
        package var wait = Duration.seconds(5)
        /// The maximum number of waiting requests. A fast database handles fewer in a second.
        package var queue = 16_384
        /// The maximum time that the next batch waits for the batch in progress, even if the next batch is small.
        package var timeout = Duration.milliseconds(5)

        package init(lanes: Int = 1, size: Int = 1024) {
            self.lanes = lanes
            self.size = size
        }
    }

    private typealias Continuation = CheckedContinuation<Result<Answer, ErrorWrapper>, Never>

    private struct Waiting {
        let number: UInt64
        let request: Request
        let since: Duration
        let continuation: Continuation
    }

    private enum Lane {
        /// The lane's thread is about to take the waiting requests.
        case starting
        case underWay(count: Int, since: Duration)
    }

    private struct State {
        var waiting = WaitingLine<Waiting>()
        /// The continuations of requests whose batch is in progress and that have not been cancelled.
        var underWay: [UInt64: Continuation] = [:]
        /// The lanes in use, by number.
        var lanes: [Int: Lane] = [:]
        var isClosed = false

        /// Returns a free lane if the waiting requests justify a separate batch now.
        func laneToBegin(at time: Duration, _ limits: Limits) -> Int? {
            guard !waiting.isEmpty else { return nil }
            for lane in lanes.values {
                guard case .underWay(let count, let since) = lane,
                    count >= limits.size || time - since > limits.timeout
                else { return nil }
            }
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

    /// Throws the failure of the request or its batch. Throws a failure to read if the request did not get into a
    /// batch. Throws ``ErrorWrapper/interrupted`` as soon as the task is cancelled. Work that has begun may still be
    /// completed.
    package func answer(to request: Request) async throws(ErrorWrapper) -> Answer {
        let number = lastNumber.add(1, ordering: .relaxed).newValue
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                add(Waiting(number: number, request: request, since: clock.uptime, continuation: continuation))
                // If the task was already cancelled, the handler ran before the request was added.
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }
        return try result.get()
    }

    /// Fails all waiting and later requests. A batch in progress is completed.
    package func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            return state.waiting.removeFirst()
        }
        instruments.leave(waiting.count)
        for waiting in waiting { waiting.continuation.resume(returning: .failure(Self.refusal(.closed))) }
    }

    /// The number of requests that are waiting for a batch.
    package var waitingCount: Int { state.withLock(\.waiting.count) }

    private func add(_ waiting: Waiting) {
        instruments.enter()
        let (refusal, lane, late) = state.withLock { state -> (QueueRefusal?, Int?, [Waiting]) in
            if state.isClosed { return (.closed, nil, []) }
            // A batch that hangs must not delay the requests for the next one.
            let late = removeLate(&state, at: waiting.since)
            guard state.waiting.count < limits.queue else { return (.full(count: limits.queue), nil, late) }
            state.waiting.append(waiting, as: waiting.number)
            let lane = state.laneToBegin(at: waiting.since, limits)
            if let lane { state.lanes[lane] = .starting }
            return (nil, lane, late)
        }
        fail(late)
        if let refusal {
            instruments.leave(1)
            waiting.continuation.resume(returning: .failure(Self.refusal(refusal)))
        }
        if let lane { threads.run { [self] in workOff(lane) } }
    }

    private func cancel(_ number: UInt64) {
        let (waiting, underWay) = state.withLock { state in
            let waiting = state.waiting.remove(number)?.continuation
            return (waiting, waiting == nil ? state.underWay.removeValue(forKey: number) : nil)
        }
        if waiting != nil { instruments.leave(1) }
        (waiting ?? underWay)?.resume(returning: .failure(.interrupted))
    }

    private func workOff(_ lane: Int) {
        while let (late, batch) = nextBatch(of: lane) {
            fail(late)
            instruments.leave(batch.count)
            guard !batch.isEmpty else { continue }
            let start = clock.uptime
            let outcome = Result { () throws(ErrorWrapper) in try work(batch.map(\.request)) }
            let results: [Result<Answer, ErrorWrapper>] =
                switch outcome {
                case .success(let results): results
                case .failure(let error): batch.map { _ in .failure(error) }
                }
            instruments.record(
                size: batch.count, duration: clock.uptime - start, isFailure: results.allSatisfy(\.isFailure))
            let continuations = state.withLock { state in
                batch.map { state.underWay.removeValue(forKey: $0.number) }
            }
            for (continuation, result) in zip(continuations, results) { continuation?.resume(returning: result) }
        }
    }

    /// Returns the next batch. Returns `nil` and frees the lane if no requests wait, or if they should wait for a batch
    /// in progress.
    private func nextBatch(of lane: Int) -> (late: [Waiting], batch: [Waiting])? {
        state.withLock { state in
            let now = clock.uptime
            state.lanes[lane] = nil
            guard state.laneToBegin(at: now, limits) != nil else { return nil }
            let late = removeLate(&state, at: now)
            let batch = state.waiting.removeFirst(upTo: limits.size)
            for waiting in batch { state.underWay[waiting.number] = waiting.continuation }
            state.lanes[lane] = .underWay(count: batch.count, since: now)
            return (late, batch)
        }
    }

    /// Removes the requests that have waited too long. The longest-waiting requests are first.
    private func removeLate(_ state: inout State, at time: Duration) -> [Waiting] {
        state.waiting.removeFirst { time - $0.since > limits.wait }
    }

    private func fail(_ late: [Waiting]) {
        instruments.leave(late.count)
        for waiting in late {
            waiting.continuation.resume(returning: .failure(Self.refusal(.late(waited: limits.wait))))
        }
    }

    private static func refusal(_ cause: QueueRefusal) -> ErrorWrapper {
        .system(
            error: .dataStore(.unreadable(location: "the queue of the database", content: .database)), causedBy: cause)
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

/// A first-come, first-served queue. Removing an element costs the same at any position.
package struct WaitingLine<Element> {
    private var elements: [UInt64: Element] = [:]
    /// The numbers in order, including the numbers of removed elements.
    private var order: [UInt64] = []
    /// The index in the order of the first element, or of a removed one.
    private var start = 0

    package init() {}

    package var count: Int { elements.count }
    package var isEmpty: Bool { elements.isEmpty }

    /// Appends an element. Its number must not be used for another element.
    package mutating func append(_ element: Element, as number: UInt64) {
        elements[number] = element
        order.append(number)
    }

    package mutating func remove(_ number: UInt64) -> Element? {
        let element = elements.removeValue(forKey: number)
        tidy()
        return element
    }

    /// Removes the first elements as long as they satisfy the condition.
    package mutating func removeFirst(
        upTo limit: Int = .max, while isWanted: (Element) -> Bool = { _ in true }
    ) -> [Element] {
        var removed: [Element] = []
        while removed.count < limit, start < order.count {
            if let element = elements[order[start]] {
                guard isWanted(element) else { break }
                elements[order[start]] = nil
                removed.append(element)
            }
            start += 1
        }
        tidy()
        return removed
    }

    /// Limits the space for removed elements to the space of the others. The cost is amortised over their removal.
    private mutating func tidy() {
        guard order.count > 64 + 2 * elements.count else { return }
        order = order[start...].filter { elements[$0] != nil }
        start = 0
    }
}

/// The reason why a request did not reach the database.
enum QueueRefusal: Error, CustomStringConvertible {
    /// Earlier batches took so long that no client still waits for the answer.
    case late(waited: Duration)
    case full(count: Int)
    case closed

    var description: String {
        switch self {
        case .late(let waited): "it waited \(waited) for the database"
        case .full(let count): "\(count) requests wait for the database already"
        case .closed: "the registry is closed"
        }
    }
}

/// An error of the database about a single request of a batch.
struct RefusedAlone: CausedError, CustomStringConvertible {
    let causedBy: (any Error)?

    var description: String { "the database refuses this request alone" }
}

/// Metrics of a registry's batches.
struct BatchInstruments: Sendable {
    private let size: Recorder
    private let duration: Metrics.Timer
    private let failures: Counter
    /// The requests that wait for a batch, in all queues of the database.
    private let queue: Meter

    init(metrics: any MetricsFactory) {
        queue = Meter(label: "\(Product.own.name)_registry_queue", factory: metrics)
        size = Recorder(label: "\(Product.own.name)_registry_batch_size", factory: metrics)
        duration = Timer(label: "\(Product.own.name)_registry_batch_duration_seconds", factory: metrics)
        failures = Counter(label: "\(Product.own.name)_registry_batch_failures_total", factory: metrics)
    }

    /// Counts a request that begins to wait.
    func enter() { queue.increment(by: 1) }

    /// Counts requests that wait no longer.
    func leave(_ count: Int) {
        if count > 0 { queue.decrement(by: Double(count)) }
    }

    func record(size: Int, duration: Duration, isFailure: Bool) {
        self.size.record(size)
        self.duration.record(duration: duration)
        if isFailure { failures.increment() }
    }
}
#endif
