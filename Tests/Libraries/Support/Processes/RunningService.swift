#if Server
package import CoreMetrics
import Hummingbird
package import Logging
import ServiceLifecycle
package import Tracing
package import UsecasesEngine
package import UsecasesService
package import UsecasesStorage
import UsecasesSystem
import UsecasesTesting

/// The service of an application, listening on loopback while the body runs.
package enum RunningService {
    package static func run(
        _ application: any ServiceApplication.Type, _ settings: ServerSettings = .fixture(),
        dependencies: Dependencies = .testing(clock: SystemClock()),
        passwordRates: (any SharedRates)? = nil, storeTable: (any StoreTable)? = nil,
        telemetry: HTTPService.Telemetry = .fixture(),
        _ body: @Sendable (_ port: Int) async throws -> Void
    ) async throws {
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let server = HTTPService(
            application, settings: settings, dependencies: dependencies, passwordRates: passwordRates,
            storeTable: storeTable, telemetry: telemetry)
        let listener = server.application { port in
            listening.yield(port)
            listening.finish()
        }
        var logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        logger.logLevel = .critical
        let group = ServiceGroup(configuration: .init(services: [listener], logger: logger))
        async let running: Void = group.run()
        var port = 0
        for await listeningPort in ports { port = listeningPort }
        do {
            try await body(port)
        } catch {
            await group.triggerGracefulShutdown()
            throw error
        }
        await group.triggerGracefulShutdown()
        try await running
    }
}

extension ServerSettings {
    /// Returns settings with long timeouts, because on a busy machine the service itself could be slow.
    package static func fixture(rateLimit: Double? = nil) -> ServerSettings {
        var settings = ServerSettings()
        settings.port = 0
        settings.rateLimit = rateLimit
        settings.passwordRateLimit = nil
        settings.idleTimeout = .seconds(240)
        settings.requestTimeout = .seconds(240)
        settings.responseTimeout = .seconds(240)
        return settings
    }
}

extension HTTPService.Telemetry {
    package static func fixture(
        logger: Logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
        refusalLogger: Logger? = nil, metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        tracer: any Tracer = NoOpTracer()
    ) -> Self {
        HTTPService.Telemetry(
            logger: logger, refusalLogger: refusalLogger, metrics: metrics,
            metricsText: { "# none\n" }, tracer: tracer)
    }
}
#endif
