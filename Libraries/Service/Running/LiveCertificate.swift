#if Server
import Logging
import Metrics
import NIOCore
package import NIOSSL
import Synchronization
import UsecasesEngine
import UsecasesSystem

/// The certificate of a running service. Each new connection uses the certificate that was read last.
package final class LiveCertificate: Sendable {
    private struct State {
        var files: TLSFiles
        var paths: ServerSettings.Certificate
        /// The stamps of the files at the last attempt to read them.
        var stamps: [FileStamp?]
    }

    private let state: Mutex<State>
    private let expiry: Gauge
    private let logger: Logger

    init(
        _ files: TLSFiles, from paths: ServerSettings.Certificate, metrics: any MetricsFactory, of product: Product,
        logger: Logger
    ) {
        state = Mutex(State(files: files, paths: paths, stamps: files.stamps))
        expiry = Gauge(label: "\(product.name)_tls_certificate_expiry_timestamp_seconds", factory: metrics)
        self.logger = logger
        record(files)
    }

    /// The configuration for connections. It never changes, because it asks for the certificate at each handshake.
    package var configuration: TLSConfiguration {
        var configuration = state.withLock { $0.files.configuration }
        configuration.sslContextCallback = { [self] _, promise in
            let current = state.withLock { $0.files.configuration }
            var certificate = NIOSSLContextConfigurationOverride()
            certificate.certificateChain = current.certificateChain
            certificate.privateKey = current.privateKey
            promise.succeed(certificate)
        }
        return configuration
    }

    func replace(with files: TLSFiles, from paths: ServerSettings.Certificate) {
        state.withLock { $0 = State(files: files, paths: paths, stamps: files.stamps) }
        report(files)
    }

    /// Reads the files again if they have changed since the last attempt. Keeps the certificate if they cannot be used,
    /// for example because only one of them was replaced so far.
    func followFiles() {
        let (paths, former) = state.withLock { ($0.paths, $0.stamps) }
        let stamps = paths.stamps
        guard stamps != former else { return }
        let result = TLSFiles.read(paths)
        let isCurrent = state.withLock { state in
            // A reload may have replaced the certificate in the meantime.
            guard state.paths == paths, state.stamps == former else { return false }
            state.stamps = stamps
            if case .success(let files) = result { state.files = files }
            return true
        }
        guard isCurrent else { return }
        switch result {
        case .success(let files): report(files)
        case .failure(let problems):
            logger.error(
                "the TLS certificate was not replaced",
                metadata: ["problems": .array(problems.all.map { .string($0.text(in: .en)) })])
        }
    }

    private func report(_ files: TLSFiles) {
        record(files)
        logger.notice("the TLS certificate was read", metadata: ["valid-until": "\(files.validity.end)"])
    }

    private func record(_ files: TLSFiles) {
        expiry.record(files.validity.end.milliseconds / 1000)
    }
}
#endif
