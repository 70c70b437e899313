#if Server
package import CoreMetrics
import Synchronization

/// The values of gauges and counters, by name and labels.
package final class RecordedMetrics: MetricsFactory {
    private let values = Mutex<[String: Double]>([:])

    package init() {}

    /// The current value, such as of `queue{state="waiting"}`, or `nil` if nothing was recorded.
    package subscript(name: String) -> Double? { values.withLock { $0[name] } }

    private final class Handler: CounterHandler, FloatingPointCounterHandler, MeterHandler, RecorderHandler,
        TimerHandler
    {
        private let name: String
        private let metrics: RecordedMetrics

        package init(_ label: String, _ dimensions: [(String, String)], _ metrics: RecordedMetrics) {
            let labels = dimensions.map { "\($0)=\"\($1)\"" }.joined(separator: ",")
            name = labels.isEmpty ? label : "\(label){\(labels)}"
            self.metrics = metrics
        }

        private func change(_ change: (Double) -> Double) {
            metrics.values.withLock { $0[name] = change($0[name] ?? 0) }
        }

        package func increment(by amount: Int64) { change { $0 + Double(amount) } }
        package func increment(by amount: Double) { change { $0 + amount } }
        package func decrement(by amount: Double) { change { $0 - amount } }
        package func set(_ value: Int64) { change { _ in Double(value) } }
        package func set(_ value: Double) { change { _ in value } }
        package func record(_ value: Int64) { change { _ in Double(value) } }
        package func record(_ value: Double) { change { _ in value } }
        /// Counts the durations.
        package func recordNanoseconds(_ duration: Int64) { change { $0 + 1 } }
        package func reset() { change { _ in 0 } }
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        Handler(label, dimensions, self)
    }

    package func makeFloatingPointCounter(label: String, dimensions: [(String, String)])
        -> any FloatingPointCounterHandler
    {
        Handler(label, dimensions, self)
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        Handler(label, dimensions, self)
    }

    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        Handler(label, dimensions, self)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        Handler(label, dimensions, self)
    }

    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}
}
#endif
