#if Server
import CoreMetrics
import Synchronization

/// The values of gauges and counters, by name and labels.
final class RecordedMetrics: MetricsFactory {
    private let values = Mutex<[String: Double]>([:])

    /// The current value, such as of `queue{state="waiting"}`, or `nil` if nothing was recorded.
    subscript(name: String) -> Double? { values.withLock { $0[name] } }

    private final class Handler: CounterHandler, FloatingPointCounterHandler, MeterHandler, RecorderHandler,
        TimerHandler
    {
        private let name: String
        private let metrics: RecordedMetrics

        init(_ label: String, _ dimensions: [(String, String)], _ metrics: RecordedMetrics) {
            let labels = dimensions.map { "\($0)=\"\($1)\"" }.joined(separator: ",")
            name = labels.isEmpty ? label : "\(label){\(labels)}"
            self.metrics = metrics
        }

        private func change(_ change: (Double) -> Double) {
            metrics.values.withLock { $0[name] = change($0[name] ?? 0) }
        }

        func increment(by amount: Int64) { change { $0 + Double(amount) } }
        func increment(by amount: Double) { change { $0 + amount } }
        func decrement(by amount: Double) { change { $0 - amount } }
        func set(_ value: Int64) { change { _ in Double(value) } }
        func set(_ value: Double) { change { _ in value } }
        func record(_ value: Int64) { change { _ in Double(value) } }
        func record(_ value: Double) { change { _ in value } }
        /// Counts the durations.
        func recordNanoseconds(_ duration: Int64) { change { $0 + 1 } }
        func reset() { change { _ in 0 } }
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        Handler(label, dimensions, self)
    }

    func makeFloatingPointCounter(label: String, dimensions: [(String, String)]) -> any FloatingPointCounterHandler {
        Handler(label, dimensions, self)
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        Handler(label, dimensions, self)
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        Handler(label, dimensions, self)
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        Handler(label, dimensions, self)
    }

    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}
#endif
