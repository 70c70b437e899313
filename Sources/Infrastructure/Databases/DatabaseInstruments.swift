#if Server
package import CoreMetrics
import CalearningDomain
import Metrics
import UsecasesEngine
import UsecasesStorage

/// The metrics of the database itself. Their names and meanings are in `docs/operate/monitor.md`.
package struct DatabaseInstruments: Sendable {
    private let metrics: any MetricsFactory
    private let up: Gauge
    private let bytes: Gauge
    private let browsers: Gauge

    package init(metrics: any MetricsFactory) {
        self.metrics = metrics
        up = Gauge(label: "\(Product.own.name)_database_up", factory: metrics)
        bytes = Gauge(label: "\(Product.own.name)_database_bytes", factory: metrics)
        browsers = Gauge(label: "\(Product.own.name)_browsers", factory: metrics)
    }

    /// Looks at the database as a request does, and measures it.
    package func measure(_ database: any RegistryDatabase) async {
        do throws(ErrorWrapper) {
            try await database.check()
            let sizes = try await database.sizes()
            up.record(1)
            bytes.record(sizes.database)
            if let size = sizes.log { Gauge(label: "\(Product.own.name)_wal_bytes", factory: metrics).record(size) }
            if let size = sizes.free {
                Gauge(label: "\(Product.own.name)_disk_free_bytes", factory: metrics).record(size)
            }
            // A role that may not read this table can still serve devices and accounts.
            if let count = try? await database.browsers.count() { browsers.record(count) }
        } catch {
            up.record(0)
        }
    }
}
#endif
