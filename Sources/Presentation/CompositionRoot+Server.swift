#if Server
import Domain
import Foundation
import Hummingbird
import Infrastructure
import Logging
import Metrics
import ServiceLifecycle
import Tracing
import UnixSignals

extension CompositionRoot {
    /// Serves until it is told to stop.
    static func serve(_ settings: ServerSettings) async throws {
        let clock = SystemClock()
        let randomSource = SystemRandomSource()
        var logger = Logger(label: "calearning")
        logger.logLevel = settings.logLevel
        let metrics = NOOPMetricsHandler.instance
        let registry = try SQLiteDeviceRegistry(path: "/tmp/x.sqlite", clock: clock, metrics: metrics)
        let dependencies = Dependencies(clock: clock, randomSource: randomSource, deviceRegistry: registry)
        let server = UdidServer(
            settings: settings, dependencies: dependencies,
            telemetry: .init(logger: logger, metrics: metrics, metricsText: { "" }, tracer: NoOpTracer()))
        let application = try server.application { [logger] port in
            logger.notice("listening", metadata: ["port": "\(port)"])
        }
        try await ServiceGroup(
            configuration: .init(
                services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        ).run()
        try registry.close()
    }
}
#endif
