#if Server
import Foundation
import Testing
import UsecasesEngine
import UsecasesSystem
import UsecasesTelemetry
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesService

@Suite(.timeLimit(.minutes(5)), .enabled(if: hasOpenSSL, "openssl makes certificates"))
struct 動いているサービスの証明書 {
    private let directory = TemporaryDirectory()
    private let log = RecordedLog()
    private let metrics = PrometheusMetrics()
    private var used: ServerSettings.Certificate { paths("used") }

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
            metrics.text.contains("sample_tls_certificate_expiry_timestamp_seconds \(end)"),
            sourceLocation: sourceLocation)
    }

    private func certificate() throws -> LiveCertificate {
        LiveCertificate(
            try TLSFiles.read(used).get(), from: used, metrics: metrics, of: .sample,
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

    /// Kubernetes swaps the link `..data` to a new directory, and then deletes the former one. Here each one has the
    /// same old time, as in a reproducible image.
    @Test func リンクが指すフォルダが二度替わっても_そのたびに替わる() async throws {
        for (name, days) in [("first", 2), ("second", 20), ("third", 30)] { try await make(name, days: days) }
        func swap(to name: String) throws {
            let (folder, link) = ("\(directory.path)/..\(name)", "\(directory.path)/..data")
            let former = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            for (file, copy) in [(paths(name).chain, "used.pem"), (paths(name).key, "used.key")] {
                let place = "\(folder)/\(copy)"
                try FileManager.default.copyItem(atPath: file, toPath: place)
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: place)
            }
            try FileManager.default.createSymbolicLink(atPath: link + "_tmp", withDestinationPath: folder)
            guard rename(link + "_tmp", link) == 0 else { throw PosixError("rename", link) }
            if let former { try FileManager.default.removeItem(atPath: former) }
        }
        for file in ["used.pem", "used.key"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(directory.path)/\(file)", withDestinationPath: "..data/\(file)")
        }
        try swap(to: "first")
        let certificate = try certificate()

        for name in ["second", "third"] {
            try swap(to: name)
            certificate.followFiles()
            try expectInUse(name)
        }
    }

    /// The forms in which tools write keys and certificates.
    @Test func どの書き方の鍵も証明書も使える() async throws {
        try await make("used", days: 2)
        let (ec, sec1) = ("\(directory.path)/ec.key", "\(directory.path)/sec1.key")
        try await openSSL(["ecparam", "-genkey", "-name", "prime256v1", "-out", ec])
        try await openSSL([
            "req", "-x509", "-key", ec, "-days", "2", "-subj", "/CN=a", "-out", "\(directory.path)/ec.pem",
        ])
        try await openSSL(["rsa", "-in", used.key, "-traditional", "-out", sec1])
        func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
        let pairs = try [(used.chain, used.key), (used.chain, sec1), ("\(directory.path)/ec.pem", ec)].map {
            (try text($0.0), try text($0.1))
        }
        #expect(pairs[2].1.hasPrefix("-----BEGIN EC PARAMETERS-----"))
        #expect(pairs[1].1.hasPrefix("-----BEGIN RSA PRIVATE KEY-----"))
        // The second certificate of each chain, which ends before the first.
        try await make("other", days: 1)
        let (other, end) = (try text(paths("other").chain), try TLSFiles.read(paths("other")).get().validity.end)
        let bag = "Bag Attributes\n    localKeyID: 01 00\nKey Attributes: <No Attributes>\n"
        await forAll(100) { choices in
            (
                choices.number(in: 0...2), choices.one(of: ["", bag, "\n\n"]), choices.one(of: ["\n", "\r\n"]),
                choices.one(of: ["", "\u{FEFF}"]), choices.one(of: ["", "\n \n"])
            )
        } holds: { index, before, lineBreak, mark, after in
            let written = [[pairs[index].0, other], [pairs[index].1]].map { texts in
                texts.map { mark + before + $0 + after }.joined().replacing("\n", with: lineBreak)
            }
            try directory.write(written[0], to: "written.pem")
            try directory.write(written[1], to: "written.key")

            let files = try TLSFiles.read(paths("written")).get()
            try promise(files.validity.end, is: end)
        }
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
