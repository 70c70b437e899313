#if Server
import CoreMetrics
import Synchronization

/// A sum that only grows. Values that are not positive numbers are ignored.
final class PrometheusCounter: PrometheusInstrument, CounterHandler, FloatingPointCounterHandler {
    static let type = "counter"

    private let whole = Atomic<Int64>(0)
    /// The sum of fractional increments, as the bits of a `Double`.
    private let fractional = Atomic<UInt64>(0)

    func increment(by amount: Int64) {
        guard amount > 0 else { return }
        let sum = whole.wrappingAdd(amount, ordering: .relaxed).newValue
        // Past the maximum it stays there, apart from concurrent increments.
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
#endif
