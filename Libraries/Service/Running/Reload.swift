#if Server
import Dispatch
import Foundation
import Logging
import UsecasesEngine
import UsecasesSystem
import UsecasesTerminal

/// Reads the settings of a running service again at SIGHUP. It applies them only if all of them are valid.
struct Reload: Sendable {
    /// The settings that change without a restart.
    private static let applied: [ServerSetting] = [
        .rateLimit, .passwordRateLimit, .tlsCertificate, .tlsKey, .logLevel, .logRate,
    ]

    /// Returns the settings as they are now, with the results of all checks.
    let read: @Sendable () async -> (ServerConfiguration, ServerPreparation)
    let all: [ServerSetting]
    /// The settings that the service started with.
    let initial: ServerSettings
    let certificate: LiveCertificate?
    let logger: Logger
    /// Applies the changeable settings.
    let apply: @Sendable (ServerSettings) -> Void

    /// Reloads at each SIGHUP as long as the returned sources are kept.
    func start() async -> [any DispatchSourceSignal] {
        let (signals, arrived) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        // Reading files and resolving names block a thread.
        Task(executorPreference: BlockingExecutor(label: "reload").tasks) {
            for await _ in signals { await perform() }
        }
        let sources = await Signals.receive([SIGHUP], on: .global()) { _ in arrived.yield() }
        for source in sources { source.setCancelHandler { arrived.finish() } }
        return sources
    }

    private func perform() async {
        let (configuration, preparation) = await read()
        let problems = configuration.problems + preparation.problems
        guard problems.isEmpty else {
            return logger.error(
                "the settings were not reloaded",
                metadata: ["problems": .array(problems.map { .string($0.text(in: .en)) })])
        }
        let settings = configuration.settings
        apply(settings)
        if let certificate, let paths = settings.certificate, let files = preparation.tls {
            certificate.replace(with: files, from: paths)
        }
        let changed = all.filter { !$0.isEqual(settings, initial) }
        // Without TLS, the service has no connections that could use a certificate.
        let isApplied = { (setting: ServerSetting) in
            Self.applied.contains(setting)
                && (certificate != nil && settings.certificate != nil
                    || ![.tlsCertificate, .tlsKey].contains(setting))
        }
        logger.notice(
            "the settings were reloaded",
            metadata: [
                "changed": .array(changed.filter(isApplied).map { .string($0.name) }),
                "after-a-restart": .array(changed.filter { !isApplied($0) }.map { .string($0.name) }),
            ])
    }
}
#endif
