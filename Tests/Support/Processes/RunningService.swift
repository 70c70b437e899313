#if Server
import CoreMetrics
import Hummingbird
import Logging
import ServiceLifecycle
import Tracing
import Usecases
import UsecasesService
import UsecasesStorage
import UsecasesSystem

@testable import CalearningPresentation

/// The service, listening on loopback while the body runs.
enum RunningService {
    static func run(
        _ settings: ServerSettings = .fixture(), dependencies: Dependencies = .fixture(clock: SystemClock()),
        storeTable: (any StoreTable)? = nil, telemetry: HTTPService.Telemetry = .fixture(),
        _ body: @Sendable (_ port: Int) async throws -> Void
    ) async throws {
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let server = HTTPService(
            CompositionRoot.self, settings: settings, dependencies: dependencies, storeTable: storeTable,
            telemetry: telemetry)
        let application = server.application { port in
            listening.yield(port)
            listening.finish()
        }
        var logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        logger.logLevel = .critical
        let group = ServiceGroup(configuration: .init(services: [application], logger: logger))
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
    static func fixture(rateLimit: Double? = nil) -> ServerSettings {
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
    static func fixture(
        logger: Logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
        refusalLogger: Logger? = nil, tracer: any Tracer = NoOpTracer()
    ) -> Self {
        HTTPService.Telemetry(
            logger: logger, refusalLogger: refusalLogger, metrics: NOOPMetricsHandler.instance,
            metricsText: { "# none\n" }, tracer: tracer)
    }
}
#endif
