#if Server
import CalearningDomain
import Foundation
import Testing
import Usecases
import UsecasesSystem
import UsecasesTelemetry

@testable import CalearningTestSupport

@testable import UsecasesService

@Suite(.timeLimit(.minutes(5)), .enabled(if: hasOpenSSL, "openssl makes certificates"))
struct 動いているサービスの証明書 {
    private let directory: TemporaryDirectory
    private let log = RecordedLog()
    private let metrics = PrometheusMetrics()
    private var used: ServerSettings.Certificate { paths("used") }

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func paths(_ name: String) -> ServerSettings.Certificate {
        ServerSettings.Certificate(
            chain: "\(directory.path)/\(name).pem", key: "\(directory.path)/\(name).key")
    }

    private func make(_ name: String, days: Int) async throws {
        try await makeCertificate(paths(name).chain, key: paths(name).key, days: days)
    }

    /// Replaces one of the files in use, as `mv` does.
    private func install(_ name: String, _ file: KeyPath<ServerSettings.Certificate, String>) throws {
        let copy = directory.path + "/copy"
        try FileManager.default.copyItem(atPath: paths(name)[keyPath: file], toPath: copy)
        guard rename(copy, used[keyPath: file]) == 0 else { throw PosixError("rename", copy) }
    }

    /// Expects that the certificate in use is the one with this name.
    private func expectInUse(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let end = try TLSFiles.read(paths(name)).get().validity.end.milliseconds / 1000
        #expect(
            metrics.text.contains("calearning_tls_certificate_expiry_timestamp_seconds \(end)"),
            sourceLocation: sourceLocation)
    }

    private func certificate() throws -> LiveCertificate {
        LiveCertificate(
            try TLSFiles.read(used).get(), from: used, metrics: metrics, of: .own,
            logger: log.logger)
    }

    @Test func 両方のファイルが揃ってから替わり_変わらなければ何も起こらない() async throws {
        try await make("used", days: 2)
        try await make("new", days: 30)
        try FileManager.default.copyItem(atPath: used.chain, toPath: paths("former").chain)
        try FileManager.default.copyItem(atPath: used.key, toPath: paths("former").key)
        let certificate = try certificate()

        certificate.followFiles()
        #expect(log.lines == [])
        try install("new", \.chain)
        certificate.followFiles()
        certificate.followFiles()
        let refused = log.lines
        try expectInUse("former")
        try install("new", \.key)
        certificate.followFiles()
        certificate.followFiles()

        #expect(refused.count == 1)
        #expect(refused.allSatisfy { $0.hasPrefix("error: the TLS certificate was not replaced") })
        #expect(log.lines.count == 2)
        let end = try TLSFiles.read(paths("new")).get().validity.end
        #expect(log.lines.last == "notice: the TLS certificate was read valid-until=\(end)")
        try expectInUse("new")
    }

    /// A reload has chosen other files. A change of the former files has no effect.
    @Test func 読み直しで替わったあとは_前のファイルには従わない() async throws {
        for (name, days) in [("used", 2), ("other", 20), ("new", 30)] { try await make(name, days: days) }
        let certificate = try certificate()

        certificate.replace(with: try TLSFiles.read(paths("other")).get(), from: paths("other"))
        try install("new", \.chain)
        try install("new", \.key)
        certificate.followFiles()

        #expect(log.lines.count == 1)
        try expectInUse("other")
    }
}
#endif
