#if Server
import CoreMetrics
import Synchronization

/// Counts how many of the values are up to each of some bounds. What is no finite number is not counted.
final class PrometheusHistogram: PrometheusInstrument, TimerHandler, RecorderHandler {
    struct Scale {
        /// As they are told, in ascending order.
        let bounds: [Double]
        /// How many of the units that are recorded make one that is told.
        let unit: Double

        /// Of what is recorded in nanoseconds.
        static let seconds = Scale(
            bounds: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10], unit: 1e9)
        static let sizes = Scale(bounds: (0...10).map { Double(1 << $0) }, unit: 1)
    }

    private struct State {
        /// One for each bound, and one for what is greater than all.
        var counts: [UInt64]
        /// In the unit of what is recorded: a sum of nanoseconds is exact where one of seconds is not.
        var sum = 0.0
    }

    static let type = "histogram"
    static let suffixes = ["", "_bucket", "_sum", "_count"]

    private let scale: Scale
    /// In the unit of what is recorded.
    private let bounds: [Double]
    private let state: Mutex<State>

    init(_ scale: Scale) {
        self.scale = scale
        bounds = scale.bounds.map { ($0 * scale.unit).rounded() }
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    /// A clock that went back has measured nothing.
    func recordNanoseconds(_ duration: Int64) { record(Double(max(0, duration))) }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        guard value.isFinite else { return }
        var index = 0
        while index < bounds.count, value > bounds[index] { index += 1 }
        state.withLock { state in
            state.counts[index] += 1
            state.sum += value
        }
    }

    func write(name: String, labels: String, to text: inout String) {
        let snapshot = state.withLock { $0 }
        var count: UInt64 = 0
        for (bound, number) in zip(scale.bounds + [.infinity], snapshot.counts) {
            count += number
            let limit = "le=\"\(prometheus: bound)\""
            text.appendSample(name + "_bucket", labels.isEmpty ? limit : labels + "," + limit, Double(count))
        }
        text.appendSample(name + "_sum", labels, snapshot.sum / scale.unit)
        text.appendSample(name + "_count", labels, Double(count))
    }
}
#endif
