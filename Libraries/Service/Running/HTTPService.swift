#if Server
public import Hummingbird
import HummingbirdCore
public import Logging
package import Metrics
import NIOCore
public import NIOSSL
package import Tracing
public import UsecasesEngine
public import UsecasesStorage

/// An HTTP service, with its connections, its middleware, and the routes of every service.
public struct HTTPService: Sendable {
    /// The log, the metrics and the traces of the service.
    public struct Telemetry: Sendable {
        package var logger: Logger
        /// The logger for lines that requests cause. Clients determine the number of these lines.
        package var requestLogger: Logger
        /// The logger for lines about logins and accounts.
        package var securityLogger: Logger
        /// The logger for lines about refused requests.
        package var refusalLogger: Logger
        package var metrics: any MetricsFactory
        /// The metrics in the format of Prometheus.
        package var metricsText: @Sendable () -> String
        package var tracer: any Tracer
        /// Whether a request without a trace begins one.
        package var startsTraces: Bool

        package init(
            logger: Logger, requestLogger: Logger? = nil, securityLogger: Logger? = nil,
            refusalLogger: Logger? = nil, metrics: any MetricsFactory,
            metricsText: @escaping @Sendable () -> String, tracer: any Tracer, startsTraces: Bool = false
        ) {
            self.logger = logger
            self.requestLogger = requestLogger ?? logger
            self.securityLogger = securityLogger ?? logger
            self.refusalLogger = refusalLogger ?? logger
            self.metrics = metrics
            self.metricsText = metricsText
            self.tracer = tracer
            self.startsTraces = startsTraces
        }
    }

    /// The settings that the service runs with.
    public let settings: ServerSettings
    /// The adapters for its use cases.
    public let dependencies: Dependencies
    /// The log, the metrics and the traces of the service.
    public let telemetry: Telemetry
    /// The log of logins, accounts and refusals.
    public let securityLog: SecurityLog
    let application: any ServiceApplication.Type
    private let instruments: ServerInstruments
    private let tls: TLSConfiguration?
    /// The maximum number of connections of one client at the management port.
    private static let managementConnections = 8

    private let limiter: RateLimiter
    /// The limit on requests with passwords of a client. The application's routes apply it.
    public let passwordLimiter: PasswordLimiter
    /// The queue of all work with passwords, or `nil` without one.
    public let passwordQueue: FairQueue?
    /// The rows of browsers, or `nil` if the service has no place for them.
    public let storeTable: (any StoreTable)?
    /// The delivery to browsers, or `nil` without one.
    private(set) var browsers: BrowserController?
    private let readiness: Readiness
    private let isEnding = EndAnnouncement()

    private let state: @Sendable () -> [String: String]

    /// Creates the service of `application`. `tls` is the configuration with the certificate of the settings,
    /// `passwordRates` counts requests with passwords at all servers, `storeTable` has the rows of browsers, and `state`
    /// returns further members of the response of `/ready`.
    public init(
        _ application: any ServiceApplication.Type, settings: ServerSettings, dependencies: Dependencies,
        passwordRates: (any SharedRates)? = nil, passwordQueue: FairQueue? = nil,
        storeTable: (any StoreTable)? = nil, state: @escaping @Sendable () -> [String: String] = { [:] },
        telemetry: Telemetry,
        tls: TLSConfiguration? = nil
    ) {
        self.application = application
        self.settings = settings
        self.tls = tls
        self.dependencies = dependencies
        self.passwordQueue = passwordQueue
        self.storeTable = storeTable
        self.state = state
        self.telemetry = telemetry
        securityLog = SecurityLog(
            telemetry.securityLogger, refusals: telemetry.refusalLogger, clock: dependencies.clock)
        instruments = ServerInstruments(metrics: telemetry.metrics)
        limiter = RateLimiter(rate: settings.rateLimit, clock: dependencies.clock)
        passwordLimiter = PasswordLimiter(
            rate: settings.passwordRateLimit, shared: passwordRates, text: application.service,
            clock: dependencies.clock)
        readiness = Readiness(of: application.service.needed, clock: dependencies.clock, logger: telemetry.logger) {
            () async throws(ErrorWrapper) in try await application.check(dependencies)
        }
        if settings.web { browsers = BrowserController(self) }
    }

    /// Returns the service, ready to run. `onListening` is called with the port.
    public func application(
        onListening: @escaping @Sendable (Int) async -> Void
    ) -> some ApplicationProtocol {
        application(
            of: routes, on: settings.host, port: settings.port,
            places: (settings.maximumConnections, settings.connectionsPerAddress), tls: tls, onListening: onListening)
    }

    /// Returns the service for health, readiness and metrics at its own port, or `nil` if the settings name no port. It
    /// does not use TLS, and has its own places for connections.
    package func management(
        onListening: @escaping @Sendable (Int) async -> Void
    ) -> (any ApplicationProtocol)? {
        settings.managementPort.map { port in
            application(
                of: Routes(ownRoutes), on: settings.managementHost, port: port,
                places: (ConnectionPlaces.reserved, Self.managementConnections), tls: nil, onListening: onListening)
        }
    }

    private func application(
        of routes: Routes, on host: String, port: Int, places: (all: Int, perClient: Int), tls: TLSConfiguration?,
        onListening: @escaping @Sendable (Int) async -> Void
    ) -> some ApplicationProtocol {
        Hummingbird::Application(
            router: router(of: routes),
            server: channel(places, tls),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port),
                backlog: 1024,
                // Operators can connect even if the limit for other clients is reached.
                availableConnectionsDelegate: .maximum(
                    places.all + ConnectionPlaces.reserved, logger: telemetry.requestLogger)),
            onServerRunning: { channel in await onListening(channel.localAddress?.port ?? 0) },
            logger: telemetry.requestLogger)
    }

    private func channel(_ counts: (all: Int, perClient: Int), _ tls: TLSConfiguration?) -> HTTPServerBuilder {
        let instruments = instruments
        let limits = HTTPConnections.Limits(
            idle: settings.idleTimeout, request: TimeAmount(settings.requestTimeout),
            ending: TimeAmount(settings.shutdownTimeout / 4))
        let places = ConnectionPlaces(
            connections: counts.all, perClient: counts.perClient, operators: settings.operators,
            proxies: settings.trustedProxies, clock: dependencies.clock)
        let (isSecure, responseTimeout) = (settings.isReachedOverTLS, TimeAmount(settings.responseTimeout))
        return HTTPServerBuilder { [logger = telemetry.logger] responder in
            let http = HTTPConnections(responder: responder, limits: limits, isSecure: isSecure) { _ in
                instruments.countUnreadable()
            }
            return AdmittedConnections(
                http: http, tls: try tls.map { try NIOSSLContext(configuration: $0) }, places: places,
                instruments: instruments, responseTimeout: responseTimeout, operatorLogger: logger)
        }
    }

    package var router: Router<ServerContext> { router(of: routes) }

    private func router(of routes: Routes) -> Router<ServerContext> {
        let router = Router(context: ServerContext.self)
        router.add(
            middleware: RequestObserver(
                instruments: instruments, clock: dependencies.clock, randomSource: dependencies.randomSource,
                isEnding: isEnding, trustedProxies: settings.trustedProxies,
                unreadable: UnreadableAddresses(telemetry, clock: dependencies.clock)))
        if let browsers { router.add(middleware: RefusalPages(browsers: browsers)) }
        // The limiter comes before any work that a client could cause without a limit.
        router.add(
            middleware: RateLimit(
                limiter: limiter, watched: routes.watched, operators: settings.operators,
                proxies: settings.trustedProxies, log: securityLog))
        router.add(
            middleware: TracedRequests(
                tracer: telemetry.tracer, startsTraces: telemetry.startsTraces, watched: routes.watched))
        // A span gets the status of the answer, so the errors become answers inside it.
        router.add(middleware: ErrorAnswers(routes: routes, text: application.service, log: securityLog))
        routes.add(to: router)
        return router
    }

    /// The removal of unused browsers, or `nil` if there are none, or if the equipment of the application removes them.
    var sweep: PeriodicTask? { storeTable == nil ? browsers?.sweep(logger: telemetry.logger) : nil }

    var routes: Routes {
        let document = ByteBuffer(bytes: application.openAPI)
        return Routes(
            application.routes(of: self) + (settings.managementPort == nil ? ownRoutes : [])
                + (browsers?.routes() ?? [])
                + [Route(.get, "/openapi.json") { _, _ in .json(.ok, document) }])
    }

    private var ownRoutes: [Route] {
        [
            Route(.get, "/health", isWatched: true) { _, _ in .json(.ok, JSONBody.text(of: ["status": "up"])) },
            Route(.get, "/ready", isWatched: true) { _, _ in try await ready() },
            Route(.get, "/metrics", isWatched: true) { _, _ in metrics },
        ]
    }

    /// Returns the runner of a controller. It runs use cases as `actor`. `failureMessage` is the log message for a run
    /// that does not reach a goal.
    public func runner(as actor: Actor = .application, failureMessage: Logger.Message) -> UsecaseRunner {
        UsecaseRunner(
            dependencies: dependencies, sceneSpans: SceneSpans(tracer: telemetry.tracer), text: application.service,
            actor: actor, failureMessage: failureMessage)
    }

    /// Announces the end of the service. From now on, `/ready` answers 503, and each response closes its connection.
    /// Clients and proxies then use other servers.
    package func announceEnd() {
        isEnding.announce()
    }

    func apply(_ settings: ServerSettings) {
        limiter.setRate(settings.rateLimit)
        passwordLimiter.setRate(settings.passwordRateLimit)
    }

    private func ready() async throws(Refusal) -> Response {
        if isEnding.value { throw .ending }
        if let problem = await readiness.problem() { throw .unavailable(because: problem, application.service) }
        return .json(.ok, JSONBody.text(of: state().merging(["status": "ready"]) { $1 }))
    }

    private var metrics: Response {
        .text(.ok, "text/plain; version=0.0.4; charset=utf-8", ByteBuffer(string: telemetry.metricsText()))
    }
}
#endif
