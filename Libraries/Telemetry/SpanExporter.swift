#if Server
package import CoreMetrics
package import Logging
import Metrics
import Synchronization
package import UsecasesEngine
package import UsecasesAPIClient
import UsecasesSystem

/// An exporter that sends the sampled spans to a collector, by OTLP over HTTP.
///
/// Spans wait in a bounded queue, so requests never wait. A span is dropped and counted if the queue is full, or if the
/// collector does not accept its batch. A batch is sent once more after the statuses 429, 502, 503 and 504, and after a
/// failed connection.
package final class SpanExporter: Sendable {
    /// The reason why a span was dropped.
    private enum Reason: String {
        case full
        case failed
    }

    /// The maximum number of waiting spans.
    package static let capacity = 2048
    /// The maximum number of spans in a request.
    package static let batchSize = 512
    /// The maximum time that a span waits for its batch.
    private static let interval = Duration.seconds(5)
    /// The maximum time for a batch with both attempts.
    private static let timeout = Duration.seconds(10)
    /// The maximum number of traces a second that clients begin. A burst can use the number of five seconds.
    package static let foreignRate = 10.0
    /// The maximum time to send the rest at the end.
    private static let flushTimeout = Duration.seconds(2)

    private let format: OTLPFormat
    private let ratio: Double
    private let path: Path
    private let client: LiveAPIClient<SpanCollector>
    private let clock: any Clock
    private let randomSource: any RandomSource
    private let logger: Logger
    private let full: Counter
    private let failed: Counter
    /// The budget of the traces that clients begin.
    private let foreign: LineBudget
    private let isFailing = Atomic(false)
    private let spans = Mutex<[JSON]>([])
    private let wakeUps: AsyncStream<Void>
    private let wakeUp: AsyncStream<Void>.Continuation

    /// Creates an exporter with an empty queue. `english` has the English sentences of scenes, by the name of the use
    /// case and the scene's own name. `transport` must not repeat requests.
    package init(
        _ settings: OTLPSettings, of product: Product, english: [String: [String: String]],
        transport: any HTTPTransport, clock: any Clock, randomSource: any RandomSource, metrics: any MetricsFactory,
        logger: Logger
    ) {
        format = OTLPFormat(product: product, serviceName: settings.serviceName, english: english)
        ratio = settings.ratio
        path = settings.collector.path
        let policy = RetryPolicy(
            attempts: 2, backoff: Backoff(first: .seconds(1), longest: .seconds(2)), deadline: Self.timeout,
            statuses: [429, 502, 503, 504])
        client = LiveAPIClient(
            settings.collector,
            transport: transport.retrying(policy, clock: clock, randomSource: randomSource),
            clock: clock, timeout: Self.timeout, userAgent: product.name)
        foreign = LineBudget(rate: Self.foreignRate, clock: clock)
        self.clock = clock
        self.randomSource = randomSource
        self.logger = logger
        func counter(_ reason: Reason) -> Counter {
            Counter(
                label: "\(product.name)_spans_dropped_total", dimensions: [("reason", reason.rawValue)],
                factory: metrics)
        }
        (full, failed) = (counter(.full), counter(.failed))
        (wakeUps, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Returns whether a trace that begins here is sampled.
    func samples(_ trace: TraceContext) -> Bool { trace.isWithin(ratio: ratio) }

    /// Returns whether a trace that a client has begun is exported, and counts it.
    func acceptsForeignTrace() -> Bool { foreign.take() }

    /// Adds a span to the queue. `end` is in nanoseconds since 1970.
    func add(_ recording: SpanRecording, _ facts: SpanRecording.Facts, end: UInt64) {
        guard spans.withLock({ $0.count }) < Self.capacity else { return full.increment() }
        let span = format.span(recording, facts, end: end)
        let count = spans.withLock { spans -> Int? in
            guard spans.count < Self.capacity else { return nil }
            spans.append(span)
            return spans.count
        }
        guard let count else { return full.increment() }
        if count == Self.batchSize { wakeUp.yield() }
    }

    /// Sends batches until `end` returns, and then the rest within two seconds. Call it only once. If the task is
    /// cancelled, the rest counts as dropped.
    package func run(until end: () async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.send() }
            group.addTask { await self.sendPeriodically() }
            await end()
            wakeUp.finish()
            group.addTask { _ = try? await self.clock.sleep(for: Self.flushTimeout) }
            _ = await group.next()
            group.cancelAll()
        }
    }

    /// Wakes the sender at intervals until the task is cancelled.
    private func sendPeriodically() async {
        while !Task.isCancelled {
            try? await clock.sleep(for: Self.interval)
            wakeUp.yield()
        }
    }

    /// Sends a batch after each wake-up, and further batches while they are full. Sends the rest after the last
    /// wake-up.
    private func send() async {
        for await _ in wakeUps {
            repeat { await sendBatch() } while waiting >= Self.batchSize
        }
        while waiting > 0 { await sendBatch() }
    }

    private var waiting: Int { spans.withLock(\.count) }

    private func sendBatch() async {
        let batch = spans.withLock { spans in
            let batch = Array(spans.prefix(Self.batchSize))
            spans.removeFirst(batch.count)
            return batch
        }
        guard !batch.isEmpty else { return }
        let key = String(randomSource.next(), radix: 16)
        do throws(ErrorWrapper) {
            _ = try await client.call(ExportSpans(path: path, batch: format.request(batch), key: key))
            isFailing.store(false, ordering: .relaxed)
        } catch {
            failed.increment(by: batch.count)
            report(error)
        }
    }

    /// Logs the first failure after a success. The nearest cause contains no secrets.
    private func report(_ error: ErrorWrapper) {
        guard !isFailing.exchange(true, ordering: .relaxed) else { return }
        var metadata: Logger.Metadata = ["error": .string(error.asciiName)]
        metadata["cause"] = error.causes.first.map { .string("\($0)") }
        logger.warning("the collector does not accept spans", metadata: metadata)
    }
}

extension TraceContext {
    /// Returns whether a trace belongs to the part of all traces that are sampled. `ratio` is from 0 to 1.
    ///
    /// It compares the last 56 bits of the trace identifier with a threshold, like the sampler `TraceIdRatioBased` of
    /// OpenTelemetry. A greater ratio includes all traces of a smaller one.
    package func isWithin(ratio: Double) -> Bool {
        guard let number = UInt64(traceID.suffix(14), radix: 16) else { return false }
        return number >= UInt64((1 - ratio) * 0x1p56)
    }
}
#endif
