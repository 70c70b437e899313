#if Server
package import Metrics
import Synchronization

/// The metrics of the service. Their names and meanings are in `docs/operate/monitor.md`.
public struct ServerInstruments: Sendable {
    private struct Answered: Hashable {
        let method: String
        let route: String
        let status: Int
    }

    /// A cache of instruments, because looking up an instrument costs more than counting with it.
    private final class Cache: Sendable {
        let requests = Mutex<[Answered: Counter]>([:])
        let durations = Mutex<[String: Metrics.Timer]>([:])
    }

    private let metrics: any MetricsFactory
    private let cache = Cache()
    private let unreadable: Counter
    private let connections: Meter
    private let refusedConnections: [ConnectionPlaces.Refusal: Counter]

    package init(metrics: any MetricsFactory) {
        self.metrics = metrics
        unreadable = Counter(label: "http_unreadable_requests_total", factory: metrics)
        connections = Meter(label: "http_connections", factory: metrics)
        refusedConnections = Dictionary(
            uniqueKeysWithValues: ConnectionPlaces.Refusal.allCases.map { reason in
                let dimensions = [("reason", reason.rawValue)]
                return (
                    reason,
                    Counter(label: "http_connections_refused_total", dimensions: dimensions, factory: metrics)
                )
            })
    }

    /// Records a request. `route` is a path of the service, or `other`. `method` is a standard HTTP method, or `other`.
    func record(method: String, route: String, status: Int, duration: Duration) {
        let answered = Answered(method: method, route: route, status: status)
        let counter = cache.requests.withLock { requests in
            if let counter = requests[answered] { return counter }
            let dimensions = [("method", method), ("route", route), ("status", "\(status)")]
            let counter = Counter(label: "http_requests_total", dimensions: dimensions, factory: metrics)
            requests[answered] = counter
            return counter
        }
        counter.increment()
        let timer = cache.durations.withLock { durations in
            if let timer = durations[route] { return timer }
            let timer = Timer(
                label: "http_request_duration_seconds", dimensions: [("route", route)], factory: metrics)
            durations[route] = timer
            return timer
        }
        timer.record(duration: duration)
    }

    func countUnreadable() {
        unreadable.increment()
    }

    /// Adds `change` to the number of open connections.
    func countConnection(_ change: Int) {
        if change > 0 { connections.increment(by: Double(change)) } else { connections.decrement(by: Double(-change)) }
    }

    func countRefusedConnection(_ reason: ConnectionPlaces.Refusal) {
        refusedConnections[reason]?.increment()
    }
}
#endif
