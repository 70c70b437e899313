#if Server
public import ArgumentParser
public import Configuration
import Foundation
import Hummingbird
public import Logging
public import Metrics
import ServiceLifecycle
import Synchronization
public import UsecasesEngine
import UsecasesAPIClient
public import UsecasesStorage
import UsecasesSystem
import UsecasesTelemetry
public import UsecasesTerminal

/// An application with an HTTP service, its routes, its settings, and its adapters. The command `serve` follows from
/// them.
///
/// Declare the conformance together with the type. With a conformance in an extension, the commands would not include
/// `serve`.
public protocol ServiceApplication: TerminalApplication {
    /// The options of `serve` for the application's own settings.
    associatedtype OwnServiceOptions: ServiceOptions = NoServiceOptions

    /// The texts about the service, for its help and its responses.
    static var service: ServiceText { get }
    /// The contract that `/openapi.json` returns.
    static var openAPI: [UInt8] { get }
    /// The application's own settings, in addition to the settings of every service.
    static var serviceSettings: [ServerSetting] { get }
    /// Returns sources of settings besides options, variables and the file, such as a directory of secrets or a vault.
    ///
    /// The first provider that has a setting gives its value. The service calls this function and then `fetchValue`
    /// at its start and at each SIGHUP. It sets no limit for the time that a provider takes.
    static func settingsProviders() async throws -> [any ConfigProvider]
    /// The meaning of each of the application's own metrics, in one line.
    static var metricsHelp: [String: String] { get }
    /// Returns the application's own routes, in addition to the routes of every service.
    static func routes(of service: HTTPService) -> [Route]
    /// Returns how the service shows the application in browsers.
    static func browserDelivery(of service: HTTPService) -> BrowserDelivery
    /// Checks whether the service can work. Throws the error that prevents it.
    static func check(_ dependencies: Dependencies) async throws(ErrorWrapper)
    /// Completes settings whose defaults depend on the location of the state.
    static func complete(_ configuration: inout ServerConfiguration, in stateDirectory: String)
    /// Returns findings about the application's own settings, without changing anything.
    static func findings(about configuration: ServerConfiguration) -> ServerPreparation.Findings
    /// Returns an adapter for each port of the service's use cases.
    static func equipment(
        for settings: ServerSettings, clock: any Clock, randomSource: any RandomSource, metrics: any MetricsFactory,
        logger: Logger
    ) throws -> ServiceEquipment
}

/// Options of `serve` from the command line.
public protocol ServiceOptions: ParsableArguments, Sendable {
    /// The typed values of the options by setting. `nil` for an option that is not given.
    var typed: [ServerSetting: String?] { get }
}

/// The options of a service without its own settings.
public struct NoServiceOptions: ServiceOptions {
    /// Creates the group without options.
    public init() {}

    /// No options.
    public var typed: [ServerSetting: String?] { [:] }
}

/// The adapters of a service.
public struct ServiceEquipment {
    let dependencies: Dependencies
    let passwordRates: (any SharedRates)?
    let passwordQueue: FairQueue?
    let storeTable: (any StoreTable)?
    let state: @Sendable () -> [String: String]
    let tasks: [PeriodicTask]
    let close: () throws -> Void

    /// Creates the equipment. The service repeats the tasks while it runs. `close` is called at the end. `passwordRates`
    /// counts requests with passwords at all servers, `passwordQueue` is the queue of all work with passwords, and
    /// `storeTable` has the rows of browsers. `state` returns members of the response of `/ready` in addition to its status.
    public init(
        dependencies: Dependencies, passwordRates: (any SharedRates)? = nil, passwordQueue: FairQueue? = nil,
        storeTable: (any StoreTable)? = nil, state: @escaping @Sendable () -> [String: String] = { [:] },
        tasks: [PeriodicTask] = [],
        close: @escaping () throws -> Void = {}
    ) {
        self.dependencies = dependencies
        self.passwordRates = passwordRates
        self.passwordQueue = passwordQueue
        self.storeTable = storeTable
        self.state = state
        self.tasks = tasks
        self.close = close
    }
}

extension ServiceApplication {
    /// The command `serve`. An application with its own commands lists it among them.
    public static var commands: [any ParsableCommand.Type] { [ServeCommand<Self>.self] }

    /// No additional settings.
    public static var serviceSettings: [ServerSetting] { [] }
    /// No providers.
    public static func settingsProviders() async throws -> [any ConfigProvider] { [] }
    /// No additional metrics.
    public static var metricsHelp: [String: String] { [:] }
    /// Returns immediately, because the service has no dependency.
    public static func check(_ dependencies: Dependencies) async throws(ErrorWrapper) {}
    /// Changes nothing.
    public static func complete(_ configuration: inout ServerConfiguration, in stateDirectory: String) {}
    /// Finds nothing.
    public static func findings(about configuration: ServerConfiguration) -> ServerPreparation.Findings { .init() }
}

extension ServiceApplication {
    /// Checks all settings that can be checked before the service starts. While the service runs, it skips the
    /// findings about the application's own settings. They could open the files that the service has locked, and
    /// closing a file releases the locks of the whole process.
    static func prepare(_ configuration: ServerConfiguration, isRunning: Bool = false) -> ServerPreparation {
        ServerPreparation(
            configuration.settings, except: configuration.invalid,
            further: isRunning || configuration.failure != nil ? .init() : findings(about: configuration),
            remarks: configuration.remarks + [remarkOnSpans].compactMap(\.self), failure: configuration.failure)
    }

    /// A remark if the environment names a collector to which no spans can be sent.
    private static var remarkOnSpans: Sentence? {
        guard (try? OTLPSettings(Environment.process.variables, of: product)) != nil else { return nil }
        return ServerPreparation.remark(
            onRequestsOf: Sentence(en: "spans are not exported", ja: "スパンを送れません"))
    }

    /// Runs the service until a signal stops it, and then until the accepted requests are finished.
    ///
    /// If any other cause ends the service, reports it and throws an exit status.
    ///
    /// `reading` returns the settings and the results of their checks, again at each SIGHUP.
    static func serve(
        _ settings: ServerSettings, _ preparation: ServerPreparation,
        reading: @escaping @Sendable () async -> (ServerConfiguration, ServerPreparation)
    ) async throws {
        let clock = SystemClock()
        let metrics = PrometheusMetrics(help: allMetricsHelp)
        let log = ServerLog(settings, of: product, clock: clock, metrics: metrics)
        let failure: ServerFailure
        do {
            for remark in preparation.remarks(at: clock.now) {
                if Console.isErrorTerminal {
                    Console.complain(remark.text(in: .spoken))
                } else {
                    log.logger.warning("\(remark.text(in: .en))")
                }
            }
            if let failure = preparation.failure { throw failure }
            try await serve(settings, preparation, reading: reading, clock: clock, metrics: metrics, log: log)
            return log.flush()
        } catch let error as ErrorWrapper {
            failure = ServerFailure(error)
        } catch let error as ServerFailure {
            failure = error
        } catch {
            log.flush()
            throw error
        }
        if !Console.isErrorTerminal {
            log.logger.critical("\(failure.message.text(in: .en))", metadata: failure.metadata)
        }
        log.flush()
        if Console.isErrorTerminal { Console.complain(failure.text) }
        throw ExitCode(failure.exitStatus.rawValue)
    }

    private static func serve(
        _ initial: ServerSettings, _ preparation: ServerPreparation,
        reading: @escaping @Sendable () async -> (ServerConfiguration, ServerPreparation), clock: any Clock,
        metrics: PrometheusMetrics, log: ServerLog
    ) async throws {
        let randomSource = SystemRandomSource()
        let logger = log.logger
        let settings = initial.withinLimits(ofFiles: FileLimit.raise(), logger: logger)
        let certificate = preparation.tls.flatMap { files in
            settings.certificate.map {
                LiveCertificate(files, from: $0, metrics: metrics, of: product, logger: logger)
            }
        }
        let equipment = try equipment(
            for: settings, clock: clock, randomSource: randomSource, metrics: metrics, logger: logger)
        let exporter = exporter(clock: clock, randomSource: randomSource, metrics: metrics, logger: logger)
        let process = ProcessInstruments(metrics: metrics, clock: clock)
        let server = HTTPService(
            Self.self,
            settings: settings,
            dependencies: equipment.dependencies, passwordRates: equipment.passwordRates,
            passwordQueue: equipment.passwordQueue, storeTable: equipment.storeTable, state: equipment.state,
            telemetry: .init(
                logger: logger, requestLogger: log.requestLogger, securityLogger: log.securityLogger,
                refusalLogger: log.refusalLogger, metrics: metrics,
                metricsText: {
                    process.measure()
                    return metrics.text
                },
                tracer: SpanLog(logger: log.requestLogger, randomSource: randomSource, exporter: exporter),
                startsTraces: exporter != nil),
            tls: certificate?.configuration)
        let systemd = SystemdNotifier(.process)
        let silent = Mutex(settings.managementPort == nil ? 1 : 2)
        @Sendable func noteListening() {
            let isReady = silent.withLock { count in
                count -= 1
                return count == 0
            }
            if isReady { systemd?.send("READY=1") }
        }
        let language = Language.spoken
        let application = server.application { port in
            if !Console.isErrorTerminal {
                logger.notice("listening", metadata: ["host": "\(settings.host)", "port": "\(port)"])
            }
            announce(settings, port, in: language)
            noteListening()
        }
        let management = server.management { port in
            logger.notice(
                "listening for operators", metadata: ["host": "\(settings.managementHost)", "port": "\(port)"])
            noteListening()
        }
        let alive = systemd?.aliveInterval.map { interval in
            PeriodicTask(every: interval, clock: clock) { systemd?.send("WATCHDOG=1") }
        }
        let follower = certificate.map { certificate in
            PeriodicTask(every: .seconds(60), clock: clock) { certificate.followFiles() }
        }
        let reload = Reload(
            read: reading, all: ServerSetting.all(of: Self.self), initial: initial, certificate: certificate,
            logger: logger
        ) { settings in
            log.apply(settings)
            server.apply(settings)
        }
        // The end of its terminal ends the service.
        let reloads = Console.isErrorTerminal ? nil : await reload.start()
        defer { for source in reloads ?? [] { source.cancel() } }
        // The exporter is the last to stop.
        let own: [(any Service)?] = [exporter, management, application, alive, follower, server.sweep]
        try await run(
            own.compactMap(\.self) + equipment.tasks, settings,
            endingOn: [SIGTERM, SIGINT] + (reloads == nil ? [SIGHUP] : []), clock: clock, log: log,
            announce: {
                systemd?.send("STOPPING=1")
                server.announceEnd()
            }
        ) {
            try equipment.close()
        }
        logger.notice("stopped")
    }

    private static func announce(_ settings: ServerSettings, _ port: Int, in language: Language) {
        let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
        let address = "http\(settings.certificate == nil ? "" : "s")://\(host):\(port)"
        let pages =
            settings.web
            ? Sentence(en: " · pages \(address)/web", ja: " · ページ \(address)/web") : Sentence("")
        let text = Sentence(
            en: "Serving \(address)\(pages.text(in: .en)) · Ctrl-C stops",
            ja: "提供中 \(address)\(pages.text(in: .ja)) · Ctrl-Cで終了"
        ).text(in: language)
        if Console.isErrorTerminal {
            Console.note(text)
        } else if Console.isOutputTerminal {
            // The line is only a courtesy, so a failed write does not end the service.
            try? Console.write(text)
        }
    }

    /// Returns the exporter of spans, or `nil` if the environment names no usable collector.
    private static func exporter(
        clock: any Clock, randomSource: any RandomSource, metrics: PrometheusMetrics, logger: Logger
    ) -> SpanExporter? {
        do throws(OTLPSettings.Flaw) {
            guard let settings = try OTLPSettings(Environment.process.variables, of: product) else { return nil }
            if settings.exposesHeaders { logger.warning("the headers for the collector are sent without encryption") }
            return SpanExporter(
                settings, of: product,
                english: Dictionary(usecases.map { ($0.name, $0.english) }) { first, _ in first },
                transport: NetworkTransport(authorities: Environment.process["SSL_CERT_FILE"]), clock: clock,
                randomSource: randomSource, metrics: metrics, logger: logger)
        } catch {
            logger.error("spans are not exported", metadata: ["reason": "\(error)"])
            return nil
        }
    }

    /// Runs until the end. After a stop signal, it takes at most one second longer than the drain delay and the
    /// shutdown timeout of the settings.
    private static func run(
        _ services: [any Service], _ settings: ServerSettings, endingOn signals: [Int32], clock: any Clock,
        log: ServerLog,
        announce: @escaping @Sendable () -> Void, close: () throws -> Void
    ) async throws {
        let logger = log.logger
        var configuration = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [], logger: logger)
        configuration.maximumGracefulShutdownDuration = settings.shutdownTimeout
        let group = ServiceGroup(configuration: configuration)
        let ending = ServerEnding(on: signals, limit: settings.drainDelay + settings.shutdownTimeout) {
            logger.notice("stopping")
            announce()
            Task {
                try await clock.sleep(for: settings.drainDelay)
                await group.triggerGracefulShutdown()
            }
        } giveUp: { reason in
            logger.critical("gave up what was under way", metadata: ["reason": "\(reason)"])
            log.flush(within: .milliseconds(500))
            _exit(ExitStatus.systemError.rawValue)
        }
        let sources = await ending.start()
        defer { for source in sources { source.cancel() } }
        do {
            try await group.run()
        } catch  where !ending.hasRunOut {
            let management = settings.managementPort.map { " or \(settings.managementHost):\($0)" } ?? ""
            throw ServerFailure(listeningOn: "\(settings.host):\(settings.port)\(management)", cause: error)
        } catch {
            logger.error("what was under way was cancelled", metadata: ["error": "\(error)"])
        }
        let isCancelled = ending.hasRunOut
        try close()
        ending.finish()
        if isCancelled {
            logger.critical("gave up what was under way", metadata: ["reason": "it took longer than it may"])
            log.flush()
            throw ExitCode(ExitStatus.systemError.rawValue)
        }
    }

    /// The meaning of each metric, in one line.
    static var allMetricsHelp: [String: String] {
        [
            "\(product.name)_log_lines_dropped_total": "Lines that the log had to do without, by why.",
            "\(product.name)_security_lines_dropped_total":
                "Lines of the security log that the log had to do without, by why.",
            "\(product.name)_tls_certificate_expiry_timestamp_seconds":
                "When the certificate ends, in seconds since 1970.",
            "\(product.name)_spans_dropped_total": "Spans that were not exported, by why.",
            "http_connections": "Connections that are open.",
            "http_connections_refused_total":
                "Connections that were closed at once, by why there was no place for them.",
            "http_request_duration_seconds": "How long a request took from its head to its answer.",
            "http_requests_total": "Requests that were answered.",
            "http_unreadable_addresses_total": "Texts of X-Forwarded-For that are not addresses.",
            "http_unreadable_requests_total": "Requests that were not HTTP, too large in their heads, or too slow.",
        ].merging(ProcessInstruments.help) { $1 }.merging(metricsHelp) { $1 }
    }
}

extension SpanExporter: Service {
    /// Sends spans until the service stops. List it first, because a group stops its services in reverse order.
    package func run() async throws { await run { try? await gracefulShutdown() } }
}
#endif
