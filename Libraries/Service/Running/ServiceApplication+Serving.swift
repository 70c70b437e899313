#if Server
import ArgumentParser
import Foundation
import Hummingbird
import Logging
import Metrics
import ServiceLifecycle
import Usecases
import UsecasesSystem
import UsecasesTelemetry
import UsecasesTerminal

extension ServiceApplication {
    /// Checks everything about the settings that can be checked before anything is started.
    static func prepare(_ configuration: ServerConfiguration) -> ServerPreparation {
        ServerPreparation(configuration.settings, except: configuration.spoilt, further: findings(about: configuration))
    }

    /// What should be known about the settings now.
    static func remarks(on preparation: ServerPreparation) -> [Sentence] {
        preparation.remarks(at: SystemClock().now)
    }

    /// Serves until it is told to stop, and then until the accepted requests are finished.
    ///
    /// Throws an exit status if anything else ends the service, after that has been reported.
    static func serve(_ settings: ServerSettings, _ preparation: ServerPreparation) async throws {
        let clock = SystemClock()
        let metrics = PrometheusMetrics(help: allMetricsHelp)
        let log = ServerLog(settings, of: product, clock: clock, metrics: metrics)
        let failure: ServerFailure
        do {
            for remark in preparation.remarks(at: clock.now) { log.logger.warning("\(remark.text(in: .en))") }
            if let failure = preparation.failure { throw failure }
            try await serve(settings, preparation, clock: clock, metrics: metrics, log: log)
            return log.flush()
        } catch let error as ErrorWrapper {
            failure = ServerFailure(error)
        } catch let error as CannotListen {
            failure = ServerFailure(error)
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
        _ settings: ServerSettings, _ preparation: ServerPreparation, clock: any Clock, metrics: PrometheusMetrics,
        log: ServerLog
    ) async throws {
        let randomSource = SystemRandomSource()
        let logger = log.logger
        let settings = settings.withinLimits(ofFiles: FileLimit.raise(), logger: logger)
        if let tls = preparation.tls {
            Gauge(label: "\(product.name)_tls_certificate_expiry_timestamp_seconds", factory: metrics)
                .record(tls.validity.end.milliseconds / 1000)
        }
        let equipment = try equipment(
            for: settings, clock: clock, randomSource: randomSource, metrics: metrics, logger: logger)
        let server = HTTPService(
            Self.self,
            settings: settings,
            dependencies: equipment.dependencies,
            telemetry: .init(
                logger: logger, requestLogger: log.requestLogger, metrics: metrics, metricsText: { metrics.text },
                tracer: SpanLog(logger: log.requestLogger, randomSource: randomSource, samplesRoots: false)),
            tls: preparation.tls?.configuration)
        let application = server.application { port in
            logger.notice("listening", metadata: ["host": "\(settings.host)", "port": "\(port)"])
        }
        try await run(application, settings, clock: clock, log: log, announce: server.announceEnd) {
            try equipment.close()
        }
        logger.notice("stopped")
    }

    /// Runs until the end, which comes at most a second after the drain delay and the shutdown timeout of the settings.
    private static func run(
        _ application: any Service, _ settings: ServerSettings, clock: any Clock, log: ServerLog,
        announce: @escaping @Sendable () -> Void, close: () throws -> Void
    ) async throws {
        let logger = log.logger
        var configuration = ServiceGroupConfiguration(
            services: [application], gracefulShutdownSignals: [], logger: logger)
        configuration.maximumGracefulShutdownDuration = settings.shutdownTimeout
        let group = ServiceGroup(configuration: configuration)
        let ending = ServerEnding(limit: settings.drainDelay + settings.shutdownTimeout) {
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
        let signals = ending.start()
        defer { for signal in signals { signal.cancel() } }
        do {
            try await group.run()
        } catch  where !ending.hasRunOut {
            throw CannotListen(address: "\(settings.host):\(settings.port)", cause: error)
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
            "\(product.name)_tls_certificate_expiry_timestamp_seconds":
                "When the certificate ends, in seconds since 1970.",
            "http_connections": "Connections that are open.",
            "http_connections_refused_total":
                "Connections that were closed at once, by why there was no place for them.",
            "http_request_duration_seconds": "How long a request took from its head to its answer.",
            "http_requests_total": "Requests that were answered.",
            "http_unreadable_requests_total": "Requests that were not HTTP, too large in their heads, or too slow.",
        ].merging(metricsHelp) { $1 }
    }
}
#endif
