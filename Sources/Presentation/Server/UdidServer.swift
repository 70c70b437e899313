#if Server
package import Domain
package import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
package import Metrics
import NIOCore
import NIOSSL
package import Tracing

/// The service that issues UDIDs: what it answers, and how it listens.
package struct UdidServer: Sendable {
    /// What the service reports itself with.
    package struct Telemetry: Sendable {
        package var logger: Logger
        package var metrics: any MetricsFactory
        /// The metrics as Prometheus reads them.
        package var metricsText: @Sendable () -> String
        package var tracer: any Tracer

        package init(
            logger: Logger, metrics: any MetricsFactory, metricsText: @escaping @Sendable () -> String,
            tracer: any Tracer
        ) {
            self.logger = logger
            self.metrics = metrics
            self.metricsText = metricsText
            self.tracer = tracer
        }
    }

    private let settings: ServerSettings
    private let dependencies: Dependencies
    private let telemetry: Telemetry
    private let instruments: ServerInstruments
    private let readiness: Readiness

    package init(settings: ServerSettings, dependencies: Dependencies, telemetry: Telemetry) {
        self.settings = settings
        self.dependencies = dependencies
        self.telemetry = telemetry
        instruments = ServerInstruments(metrics: telemetry.metrics)
        readiness = Readiness(
            registry: dependencies.deviceRegistry, clock: dependencies.clock, logger: telemetry.logger)
    }

    /// The service, ready to be run; `onListening` is told the port.
    ///
    /// Throws where the certificate cannot be read.
    package func application(
        onListening: @escaping @Sendable (Int) async -> Void
    ) throws -> some ApplicationProtocol {
        Hummingbird::Application(
            router: router,
            server: try channel(),
            configuration: ApplicationConfiguration(
                address: .hostname(settings.host, port: settings.port),
                backlog: 1024,
                availableConnectionsDelegate: .maximum(settings.maximumConnections, logger: telemetry.logger)),
            onServerRunning: { channel in await onListening(channel.localAddress?.port ?? 0) },
            logger: telemetry.logger)
    }

    private func channel() throws -> HTTPServerBuilder {
        let requestTimeout = TimeAmount(settings.requestTimeout)
        let instruments = instruments
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                ConnectionGuard(requestTimeout: requestTimeout) { _ in instruments.countUnreadable() }
            ],
            idleTimeout: TimeAmount(settings.idleTimeout),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 8 * 1024, maxHeaderListSize: 16 * 1024, maxHeaderFieldCount: 100))
        let http = HTTPServerBuilder { responder in
            EventLoopTasks(base: HTTP1Channel(responder: responder, configuration: configuration))
        }
        guard let certificate = settings.certificate else { return http }
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMFile(certificate.chain).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(file: certificate.key, format: .pem)))
        tls.minimumTLSVersion = .tlsv12
        return try .tls(http, tlsConfiguration: tls)
    }

    package var router: Router<ServerContext> {
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestObserver(instruments: instruments, clock: dependencies.clock))
        router.add(middleware: ErrorAnswers(routes: Self.methods))
        router.add(middleware: TracedRequests(tracer: telemetry.tracer))
        if let rate = settings.rateLimit {
            let limiter = RateLimiter(rate: rate, clock: dependencies.clock)
            router.add(middleware: RateLimit(limiter: limiter, trustedProxies: settings.trustedProxies))
        }
        let controller = UdidController(
            dependencies: dependencies, instruments: instruments, sceneSpans: SceneSpans(tracer: telemetry.tracer))
        router.post("udids", use: controller.register)
        router.get("health") { _, _ in Response.json(.ok, JSONBody.text(of: ["status": "up"])) }
        router.get("ready") { _, _ in try await ready() }
        router.get("metrics") { _, _ in metrics }
        router.get("openapi.json") { _, _ in OpenAPI.answer }
        return router
    }

    private static let methods: [String: [HTTPRequest.Method]] = [
        "/udids": [.post], "/health": [.get, .head], "/ready": [.get, .head], "/metrics": [.get, .head],
        "/openapi.json": [.get, .head],
    ]

    private func ready() async throws(Refusal) -> Response {
        guard await readiness.isReady() else { throw .unavailable }
        return .json(.ok, JSONBody.text(of: ["status": "ready"]))
    }

    private var metrics: Response {
        .text(.ok, "text/plain; version=0.0.4; charset=utf-8", ByteBuffer(string: telemetry.metricsText()))
    }
}
#endif
