#if Server
import Foundation
import HTTPTypes
import Testing
import UsecasesEngine
import UsecasesAPIClient
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// The certificates that a transport trusts, checked over TLS with the program's own service.
@Suite(.timeLimit(.minutes(5)), .enabled(if: hasOpenSSL, "openssl makes certificates"))
struct 輸送が信じる証明書 {
    private let directory = TemporaryDirectory()

    private func path(_ name: String) -> String { directory.path + "/" + name }

    private func service(for name: String) async throws -> ServeProcess {
        try await makeCertificate(path("certificate.pem"), key: path("key.pem"), for: name)
        return try await ServeProcess(
            ["--tls-certificate", path("certificate.pem"), "--tls-key", path("key.pem")], in: directory)
    }

    /// Returns why the transport does not accept the answer, or `nil` if it does.
    private func refusal(
        _ service: ServeProcess, _ transport: any HTTPTransport
    ) async throws -> TransportError.Kind? {
        do throws(TransportError) {
            let response = try await transport.exchange(
                .fixture(.get, "https://localhost:\(service.port)", path: "/health"))
            #expect(response.head.status == .ok)
            return nil
        } catch {
            return error.kind
        }
    }

    @Test func ファイルの認証局の証明書だけを信じ_ファイルが読めなければそう言う() async throws {
        try directory.write("nonsense", to: "nonsense.pem")
        let service = try await service(for: "localhost")

        let trusted = try await refusal(service, NetworkTransport(authorities: path("certificate.pem")))
        let unknown = try await refusal(service, NetworkTransport())
        let unreadable = [
            try await refusal(service, NetworkTransport(authorities: path("none.pem"))),
            try await refusal(service, NetworkTransport(authorities: path("nonsense.pem"))),
        ]
        try await service.stop()

        #expect(trusted == nil)
        #expect([.untrusted(.unknownAuthority), .untrusted(.rejected)].contains(unknown))
        #expect(unreadable == [.unreadableAuthorities, .unreadableAuthorities])
    }

    @Test func 別の名前の証明書は信じない() async throws {
        let service = try await service(for: "elsewhere.example")

        let refusal = try await refusal(service, NetworkTransport(authorities: path("certificate.pem")))
        try await service.stop()

        #expect(refusal == .untrusted(.wrongHost))
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
