#if Server
import ArgumentParser
import Domain
import Foundation
import Hummingbird
import Infrastructure
import Logging
import Metrics
import ServiceLifecycle
import UnixSignals

extension CompositionRoot {
    /// Serves until it is told to stop, and then until what was accepted is done.
    ///
    /// Throws an ``ErrorWrapper`` where the database cannot be used, a ``CannotListen``, and a usage error for a
    /// certificate that cannot be used.
    static func serve(_ settings: ServerSettings) async throws {
        let clock = SystemClock()
        let randomSource = SystemRandomSource()
        let output = LineOutput()
        var logger = Logger(label: "calearning") { label in
            JSONLogHandler(label: label, clock: clock, output: output.write)
        }
        logger.logLevel = settings.logLevel
        let settings = settings.withinLimits(ofFiles: FileLimit.raise(), logger: logger)
        let metrics = PrometheusMetrics(help: metricsHelp)

        let registry = try registry(
            for: settings, clock: clock, randomSource: randomSource, metrics: metrics, logger: logger)
        let server = UdidServer(
            settings: settings,
            dependencies: Dependencies(clock: clock, randomSource: randomSource, deviceRegistry: registry),
            telemetry: .init(
                logger: logger, metrics: metrics, metricsText: { metrics.text },
                tracer: SpanLog(logger: logger, randomSource: randomSource, samplesRoots: false)))
        let application: any Service
        do {
            application = try server.application { [logger] port in
                logger.notice("listening", metadata: ["host": "\(settings.host)", "port": "\(port)"])
            }
        } catch {
            throw ValidationError("The TLS certificate or its key cannot be used: \(error)")
        }
        var configuration = ServiceGroupConfiguration(
            services: [application], gracefulShutdownSignals: [.sigterm, .sigint, .sighup], logger: logger)
        configuration.maximumGracefulShutdownDuration = settings.shutdownTimeout
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch {
            throw CannotListen(address: "\(settings.host):\(settings.port)", cause: error)
        }
        try registry.close(within: .seconds(1))
        logger.notice("stopped")
    }

    private static func registry(
        for settings: ServerSettings, clock: any Clock, randomSource: any RandomSource, metrics: any MetricsFactory,
        logger: Logger
    ) throws -> any BatchedDeviceRegistry {
        switch settings.database {
        case .sqlite(let path):
            try SQLiteDeviceRegistry(path: path, clock: clock, metrics: metrics, logger: logger)
        case .postgreSQL(let address):
            try postgreSQLRegistry(
                at: address, connections: settings.databaseConnections, clock: clock, randomSource: randomSource,
                metrics: metrics, logger: logger)
        }
    }

    /// What each metric means, in a line; `docs/operating.md` has more.
    private static let metricsHelp = [
        "calearning_registrations_total": "Registrations, by how they ended.",
        "calearning_registry_batch_duration_seconds": "How long the database took for a batch.",
        "calearning_registry_batch_failures_total": "Batches that the database did not take.",
        "calearning_registry_batch_size": "How many requests of the registry went to the database together.",
        "calearning_registry_connections": "Connections to the database.",
        "calearning_registry_reconnects_total": "Connections to the database that were made anew.",
        "calearning_registry_retries_total": "Batches that were tried again.",
        "http_request_duration_seconds": "How long a request took from its head to its answer.",
        "http_requests_total": "Requests that were answered.",
        "http_unreadable_requests_total": "Requests that were not HTTP, too large in their heads, or too slow.",
    ]
}
#endif
