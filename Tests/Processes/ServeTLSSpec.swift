#if Server
import Foundation
import Testing
import UsecasesTestSupport

@testable import CalearningTestSupport

private func run(_ program: String, _ arguments: [String]) async throws -> ProgramProcess.Result {
    try await ProgramProcess([program] + arguments, program: "/usr/bin/env").run()
}

@Suite(
    .timeLimit(.minutes(5)),
    .enabled(if: hasOpenSSL && hasProgram("curl"), "openssl and curl make certificates and ask over TLS"))
struct 証明書を渡したサービス {
    private let directory = TemporaryDirectory()
    private let certificate: String
    private let key: String

    init() async throws {
        certificate = directory.path + "/certificate.pem"
        key = directory.path + "/key.pem"
        try await makeCertificate(certificate, key: key)
    }

    private func ask(_ service: ServeProcess, _ path: String, _ options: String...) async throws
        -> ProgramProcess.Result
    {
        try await run(
            "curl",
            [
                "--silent", "--max-time", "60", "--resolve", "localhost:\(service.port):127.0.0.1",
                "https://localhost:\(service.port)\(path)",
            ] + options)
    }

    /// RSA keys allow suites without forward secrecy, and old clients offer CBC with SHA-1.
    @Test(arguments: ["rsa", "ec"]) func 前方秘匿性と認証付き暗号のある組だけを使う(kind: String) async throws {
        if kind == "ec" {
            try await openSSL(["ecparam", "-genkey", "-name", "prime256v1", "-out", key])
            try await openSSL(["req", "-x509", "-key", key, "-subj", "/CN=localhost", "-out", certificate])
        }
        let service = try await ServeProcess(["--tls-certificate", certificate, "--tls-key", key], in: directory)
        let sound = ["ECDHE+AESGCM", "ECDHE+CHACHA20"]

        var statuses: [Bool] = []
        for ciphers in sound + ["ALL:COMPLEMENTOFALL:!" + sound.joined(separator: ":!"), "kRSA", "SHA1"] {
            let command = [
                "s_client", "-connect", "127.0.0.1:\(service.port)", "-tls1_2", "-cipher", ciphers + ":@SECLEVEL=0",
            ]
            statuses.append(try await run("openssl", command).status == 0)
        }
        try await service.stop()

        #expect(statuses == [true, true, false, false, false])
    }

    @Test func 証明書を信じない者もTLSでない者も答えを得ず_信じる者には答える() async throws {
        let service = try await ServeProcess(["--tls-certificate", certificate, "--tls-key", key], in: directory)

        let distrusting = try await ask(service, "/health")
        let plain = try await run("curl", ["--silent", "--max-time", "10", service.address + "/health"])
        let trusting = try await ask(service, "/health", "--cacert", certificate, "--write-out", " %{http_code}")
        let udid = try await ask(service, "/udids", "--cacert", certificate, "--json", #"{"appDeviceKbn":11}"#)
        try await service.stop()

        #expect(distrusting.status == 60)
        #expect(plain.status != 0)
        #expect(trusting.status == 0 && trusting.output.hasSuffix(" 200"))
        #expect(try JSONObject(udid.output)["udid"] != nil)
    }

    @Test func 合わない鍵と閉じた鍵は_検査でも開始でも何も作らずに名を挙げて断られる() async throws {
        let (other, encrypted) = (directory.path + "/other.pem", directory.path + "/encrypted.pem")
        try await openSSL(["genpkey", "-algorithm", "RSA", "-out", other])
        try await openSSL(["pkey", "-in", key, "-aes256", "-passout", "pass:secret", "-out", encrypted])

        for (certificate, key, words) in [
            (certificate, other, ["tls-key", "does not belong"]), (certificate, encrypted, ["tls-key", "encrypted"]),
        ] {
            for flags in [["--check"], []] {
                let result = try await ProgramProcess(
                    ["serve", "--port", "0", "--tls-certificate", certificate, "--tls-key", key] + flags,
                    environment: ["CALEARNING_STATE_DIR": directory.path + "/service"]
                ).run()

                #expect(result.status == 64)
                #expect(words.allSatisfy { result.errors.contains($0) }, "\(result.errors)")
            }
        }
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/service"))
    }

    @Test func SIGHUPで新しい証明書を使い_使えないものは断って前のものを使い続ける() async throws {
        let service = try await ServeProcess(["--tls-certificate", certificate, "--tls-key", key], in: directory)
        let former = directory.path + "/former.pem"
        try FileManager.default.copyItem(atPath: certificate, toPath: former)
        func trusts(_ authority: String) async throws -> Bool {
            try await ask(service, "/health", "--cacert", authority).status == 0
        }
        func reload(until message: String) async throws {
            service.send(SIGHUP)
            try await eventually(message) { service.lines.contains { $0["message"] == message } }
        }

        try await makeCertificate(certificate, key: key, days: 9)
        let before = try await trusts(former)
        try await reload(until: "the settings were reloaded")
        let (isNew, isFormer) = (try await trusts(certificate), try await trusts(former))
        try directory.write("nonsense", to: "key.pem")
        try await reload(until: "the settings were not reloaded")
        let lasts = try await trusts(certificate)
        let end = try await service.stop()

        #expect(before && isNew && !isFormer && lasts)
        #expect(service.lines.contains { $0["message"] == "the TLS certificate was read" })
        #expect(service.lines.contains { "\($0.members["problems"] ?? "")".contains("tls-key") })
        #expect(end.status == 0)
    }

    /// The certificate is valid for two days.
    @Test func もうすぐ切れる証明書は告げられ_検査は通り_いつまでかが測れる() async throws {
        let options = ["--tls-certificate", certificate, "--tls-key", key]
        let service = try await ServeProcess(options, in: directory)

        let metrics = try await ask(service, "/metrics", "--cacert", certificate)
        let checked = try await ProgramProcess(
            ["serve", "--check"] + options, environment: ["CALEARNING_STATE_DIR": directory.path + "/service"]
        ).run()
        try await service.stop()

        let warning = service.lines.first { $0["level"] == "warning" }
        #expect(metrics.output.contains("calearning_tls_certificate_expiry_timestamp_seconds 1"))
        #expect(warning?["message"]?.contains("certificate") == true)
        #expect(checked.status == 0)
        #expect(checked.errors.contains("certificate"))
    }
}
#endif
