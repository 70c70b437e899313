#if Server
import Foundation
import HTTPTypes
import Testing
import Usecases
import UsecasesAPIClient
import UsecasesTesting

@testable import CalearningTestSupport

/// The certificates that a transport trusts, checked over TLS with the program's own service.
@Suite(.timeLimit(.minutes(5)), .enabled(if: hasOpenSSL, "openssl makes certificates"))
struct 輸送が信じる証明書 {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func path(_ name: String) -> String { directory.path + "/" + name }

    private func service(for name: String) async throws -> ServeProcess {
        try await makeCertificate(path("certificate.pem"), key: path("key.pem"), for: name)
        return try await ServeProcess(
            ["--tls-certificate", path("certificate.pem"), "--tls-key", path("key.pem")], in: directory)
    }

    private func ask(_ service: ServeProcess, _ transport: any HTTPTransport) async throws -> APIResponse {
        try await transport.exchange(.fixture(.get, "https://localhost:\(service.port)", path: "/health"))
    }

    @Test func ファイルの認証局の証明書は信じる() async throws {
        let service = try await service(for: "localhost")

        let response = try await ask(service, NetworkTransport(authorities: path("certificate.pem")))
        try await service.stop()

        #expect(response.head.status == .ok)
    }

    @Test func 知らない認証局の証明書は信じない() async throws {
        let service = try await service(for: "localhost")

        let error = await #expect(throws: TransportError.self) { try await ask(service, NetworkTransport()) }
        try await service.stop()

        #expect(
            [.untrusted(.unknownAuthority), .untrusted(.rejected)].contains(error?.kind),
            "\(String(describing: error?.causedBy))")
    }

    @Test func 別の名前の証明書は信じない() async throws {
        let service = try await service(for: "elsewhere.example")

        let error = await #expect(throws: TransportError.self) {
            try await ask(service, NetworkTransport(authorities: path("certificate.pem")))
        }
        try await service.stop()

        #expect(error?.kind == .untrusted(.wrongHost), "\(String(describing: error?.causedBy))")
    }

    @Test(arguments: ["none.pem", "nonsense.pem"])
    func 認証局のファイルが読めなければそう言う(file: String) async throws {
        try directory.write("nonsense", to: "nonsense.pem")
        let service = try await service(for: "localhost")

        let error = await #expect(throws: TransportError.self) {
            try await ask(service, NetworkTransport(authorities: path(file)))
        }
        try await service.stop()

        #expect(error?.kind == .unreadableAuthorities, "\(String(describing: error?.causedBy))")
    }

    @Test func TLSでないところにTLSでは話せない() async throws {
        let server = try LoopbackServer(serving: { _, connection in
            connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
        })
        defer { server.stop() }
        let transport = NetworkTransport()

        let error = await #expect(throws: TransportError.self) {
            try await transport.exchange(.fixture(.get, "https://127.0.0.1:\(server.port)"))
        }

        #expect(error?.kind == .insecure, "\(String(describing: error?.causedBy))")
    }
}
#endif
