#if Server
import CoreMetrics
import Synchronization

/// A sum that only grows. It ignores values that are not positive and finite.
final class PrometheusCounter: PrometheusInstrument, CounterHandler, FloatingPointCounterHandler {
    static let type = "counter"

    private let whole = Atomic<Int64>(0)
    /// The sum of fractional increments, as the bits of a `Double`.
    private let fractional = Atomic<UInt64>(0)

    func increment(by amount: Int64) {
        guard amount > 0 else { return }
        let sum = whole.wrappingAdd(amount, ordering: .relaxed).newValue
        // After an overflow the sum stays at the maximum, except for concurrent increments.
        if sum < 0 { whole.store(.max, ordering: .relaxed) }
    }

    func increment(by amount: Double) {
        guard amount > 0, amount.isFinite else { return }
        fractional.update { $0 + amount }
    }

    func reset() {
        whole.store(0, ordering: .relaxed)
        fractional.store(0, ordering: .relaxed)
    }

    func write(name: String, labels: String, to text: inout String) {
        let whole = max(0, whole.load(ordering: .relaxed))
        let fractional = Double(bitPattern: fractional.load(ordering: .relaxed))
        text.appendSample(name, labels, Double(whole) + fractional)
    }
}

extension Atomic<UInt64> {
    /// Changes a `Double` that is stored as its bits.
    func update(_ change: (Double) -> Double) {
        var bits = load(ordering: .relaxed)
        while true {
            let changed = change(Double(bitPattern: bits)).bitPattern
            let (isExchanged, original) = weakCompareExchange(expected: bits, desired: changed, ordering: .relaxed)
            if isExchanged { return }
            bits = original
        }
    }
}

/// A value that can go up and down.
final class PrometheusGauge: PrometheusInstrument, MeterHandler, RecorderHandler {
    static let type = "gauge"

    /// The value, as the bits of a `Double`.
    private let bits = Atomic<UInt64>(0)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }
    func increment(by amount: Double) { bits.update { $0 + amount } }
    func decrement(by amount: Double) { bits.update { $0 - amount } }
    func record(_ value: Int64) { set(value) }
    func record(_ value: Double) { set(value) }

    func write(name: String, labels: String, to text: inout String) {
        text.appendSample(name, labels, Double(bitPattern: bits.load(ordering: .relaxed)))
    }
}

/// A histogram. For each bound, it counts the values that are at most that bound. It ignores values that are not
/// finite.
final class PrometheusHistogram: PrometheusInstrument, TimerHandler, RecorderHandler {
    struct Scale {
        /// The bounds in the unit of the output, in ascending order.
        let bounds: [Double]
        /// The number of recorded units in one unit of the output.
        let unit: Double

        /// The scale of values that are recorded in nanoseconds.
        static let seconds = Scale(
            bounds: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10], unit: 1e9)
        static let sizes = Scale(bounds: (0...10).map { Double(1 << $0) }, unit: 1)
    }

    private struct State {
        /// The count for each bound, and a last count for the values above all bounds.
        var counts: [UInt64]
        /// The sum in the recorded unit. A sum of nanoseconds is exact, unlike a sum of seconds.
        var sum = 0.0
    }

    static let type = "histogram"
    static let suffixes = ["", "_bucket", "_sum", "_count"]

    private let scale: Scale
    /// The bounds in the recorded unit.
    private let bounds: [Double]
    private let state: Mutex<State>

    init(_ scale: Scale) {
        self.scale = scale
        bounds = scale.bounds.map { ($0 * scale.unit).rounded() }
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    /// Records a duration. A negative duration, after the clock was set back, counts as zero.
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
