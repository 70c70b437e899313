#if PostgreSQL
import CalearningDomain
import Metrics
import Usecases

/// Metrics of the connections to a database.
struct PostgreSQLInstruments: Sendable {
    private let open: Gauge
    private let idle: Gauge
    private let reconnects: Counter
    private let connectFailures: Counter
    private let retries: Counter

    init(metrics: any MetricsFactory) {
        open = Gauge(
            label: "\(Product.own.name)_registry_connections", dimensions: [("state", "open")], factory: metrics)
        idle = Gauge(
            label: "\(Product.own.name)_registry_connections", dimensions: [("state", "idle")], factory: metrics)
        reconnects = Counter(label: "\(Product.own.name)_registry_reconnects_total", factory: metrics)
        connectFailures = Counter(label: "\(Product.own.name)_registry_connect_failures_total", factory: metrics)
        retries = Counter(label: "\(Product.own.name)_registry_retries_total", factory: metrics)
    }

    func record(open: Int, idle: Int) {
        self.open.record(open)
        self.idle.record(idle)
    }

    /// A lost connection was replaced.
    func countReconnect() { reconnects.increment() }

    func countConnectFailure() { connectFailures.increment() }

    /// A batch was sent to the server again.
    func countRetry() { retries.increment() }
}
#endif
