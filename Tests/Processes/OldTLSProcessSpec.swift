#if !canImport(Darwin)
import Foundation
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// Runs the program itself with servers of one version of TLS. OpenSSL is configured to allow all of them.
@Suite(.timeLimit(.minutes(5)), .enabled(if: hasOpenSSL, "openssl makes certificates and serves"))
struct プロセスとしてのTLSの版 {
    private static let settings = """
        openssl_conf = all
        [all]
        ssl_conf = tls
        [tls]
        system_default = settings
        [settings]
        MinProtocol = TLSv1
        CipherString = ALL:@SECLEVEL=0
        """

    @Test(arguments: [("tls1", false), ("tls1_1", false), ("tls1_2", true), ("tls1_3", true)])
    func 一点二より古い版のサーバには何も送らない(version: String, isAccepted: Bool) async throws {
        let directory = TemporaryDirectory()
        try directory.write(Self.settings, to: "openssl.cnf")
        try directory.write(LoopbackServer.head(200, length: 19) + "Design for failure.", to: "zen")
        let chain = directory.path + "/chain.pem"
        try await makeCertificate(chain, key: directory.path + "/key.pem")
        let port = try LoopbackServer.unusedPort()
        let server = try Self.serve(version, port: port, in: directory.path)
        defer { server.terminate() }
        try await eventually("the server listens") { (try? RawConnection(port: Int(port))) != nil }

        let result = try await ProgramProcess(
            ["zen", "--store", "memory", "--ca-file", chain],
            environment: [
                "CALEARNING_GITHUB_URL": "https://localhost:\(port)", "OPENSSL_CONF": directory.path + "/openssl.cnf",
            ]
        ).run()

        #expect((result.status == 0) == isAccepted, "\(result.errors)")
        if !isAccepted { #expect(result.errors.contains("No encrypted connection"), "\(result.errors)") }
    }

    private static func serve(_ version: String, port: UInt16, in directory: String) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "openssl", "s_server", "-\(version)", "-HTTP", "-quiet", "-accept", "127.0.0.1:\(port)", "-cert",
            "chain.pem", "-key", "key.pem", "-cipher", "ALL:@SECLEVEL=0",
        ]
        process.currentDirectoryURL = URL(filePath: directory)
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["OPENSSL_CONF": directory + "/openssl.cnf"]) { $1 }
        (process.standardInput, process.standardOutput, process.standardError) = (
            FileHandle.nullDevice, FileHandle.nullDevice, FileHandle.nullDevice
        )
        try process.run()
        return process
    }
}
#endif
