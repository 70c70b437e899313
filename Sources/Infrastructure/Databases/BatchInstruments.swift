#if Server
import CalearningDomain
import Metrics
import Usecases

/// Metrics of a registry's batches.
struct BatchInstruments: Sendable {
    private let size: Recorder
    private let duration: Metrics.Timer
    private let failures: Counter

    init(metrics: any MetricsFactory) {
        size = Recorder(label: "\(Product.own.name)_registry_batch_size", factory: metrics)
        duration = Timer(label: "\(Product.own.name)_registry_batch_duration_seconds", factory: metrics)
        failures = Counter(label: "\(Product.own.name)_registry_batch_failures_total", factory: metrics)
    }

    func record(size: Int, duration: Duration, isFailure: Bool) {
        self.size.record(size)
        self.duration.record(duration: duration)
        if isFailure { failures.increment() }
    }
}
#endif
