#if Server
import Foundation
import Logging
import Metrics
import NIOCore
package import NIOSSL
import Synchronization
import Usecases

/// The certificate of a running service. Each new connection uses the certificate that was read last.
package final class LiveCertificate: Sendable {
    private struct State {
        var files: TLSFiles
        var paths: ServerSettings.Certificate
        var stamps: [FileStamp?]
    }

    private let state: Mutex<State>
    private let expiry: Gauge
    private let logger: Logger

    init(
        _ files: TLSFiles, from paths: ServerSettings.Certificate, metrics: any MetricsFactory, of product: Product,
        logger: Logger
    ) {
        state = Mutex(State(files: files, paths: paths, stamps: paths.stamps))
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

    /// Uses the certificate that was read from the paths.
    func replace(with files: TLSFiles, from paths: ServerSettings.Certificate) {
        state.withLock { $0 = State(files: files, paths: paths, stamps: paths.stamps) }
        record(files)
        logger.notice("the TLS certificate was read", metadata: ["valid-until": "\(files.validity.end)"])
    }

    /// Reads the files again if they have changed since the last attempt. Keeps the certificate if they cannot be used,
    /// for example because only one of them was replaced so far.
    func followFiles() {
        let paths = state.withLock(\.paths)
        let stamps = paths.stamps
        let isChanged = state.withLock { state in
            defer { state.stamps = stamps }
            return state.stamps != stamps
        }
        guard isChanged else { return }
        switch TLSFiles.read(paths) {
        case .success(let files): replace(with: files, from: paths)
        case .failure(let problems):
            logger.error(
                "the TLS certificate was not replaced",
                metadata: ["problems": .array(problems.all.map { .string($0.text.text(in: .en)) })])
        }
    }

    private func record(_ files: TLSFiles) {
        expiry.record(files.validity.end.milliseconds / 1000)
    }
}

extension ServerSettings.Certificate {
    fileprivate var stamps: [FileStamp?] { [FileStamp(chain), FileStamp(key)] }
}

/// The identity and the last change of a file. Two equal stamps mean that the file is the same.
private struct FileStamp: Hashable {
    private let device: UInt64
    private let number: UInt64
    private let size: Int64
    private let seconds: Int64
    private let nanoseconds: Int64

    /// Returns `nil` if there is no such file. Follows symbolic links.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        size = Int64(status.st_size)
        let changed = status.lastChange
        (seconds, nanoseconds) = (Int64(changed.tv_sec), Int64(changed.tv_nsec))
    }
}

#if canImport(Glibc)
extension stat {
    fileprivate var lastChange: timespec { st_ctim }
}
#else
extension stat {
    fileprivate var lastChange: timespec { st_ctimespec }
}
#endif
#endif
