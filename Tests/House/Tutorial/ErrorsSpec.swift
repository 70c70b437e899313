import CalearningDomain
import CalearningInfrastructure
import Foundation
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// The third chapter of the tutorial.
@Suite(.timeLimit(.minutes(5))) struct エラーの章 {
    private func error(of address: String) async throws -> ErrorWrapper? {
        let service = BackendAPIs(address: try BaseAddress(address))
        let client = LiveAPIClient(service, transport: NetworkTransport(), clock: SystemClock())
        return await #expect(throws: ErrorWrapper.self) {
            try await client.call(BackendAPIs.register(InstallationKey(fixture: "k-1")))
        }
    }

    @Test func 尋ねたことと原因がエラーに残る() async throws {
        let error = try #require(try await error(of: "http://127.0.0.1:9"))

        #expect(error.service == .client(.networkUnreachable))
        #expect(error.args["method"] == "POST")
        #expect(error.args["url"] == "http://127.0.0.1:9/udids")
        #expect(error.causes.count == 2)
        #expect(!"\(error)".contains("k-1"))
    }

    private static let refusal = ErrorResponse(code: "BUSY", title: "Busy", message: "Try again at noon.")

    @Test(arguments: [400, 403, 429, 503]) func 四百以上はどれも拒否として読む(status: Int) async throws {
        let body = String(decoding: try JSONEncoder().encode(Self.refusal), as: UTF8.self)
        let server = try LoopbackServer.answering(status, body)
        defer { server.stop() }

        let error = try await error(of: server.address)

        #expect(error?.service == .server(Self.refusal, status: status))
    }

    @Test func 約束と違う形の拒否も中身を失わない() async throws {
        let server = try LoopbackServer.answering(502, "<html>Bad Gateway</html>")
        defer { server.stop() }

        let error = try await error(of: server.address)

        #expect(
            error?.system
                == .api(.errorResponseUndecodable(status: 502, responseJSON: "<html>Bad Gateway</html>")))
    }

    /// Reads a refusal only if the status is 400.
    private func narrowMessage(of status: Int, _ body: Data) -> String {
        guard status == 400, let refusal = try? JSONDecoder().decode(ErrorResponse.self, from: body) else {
            return "error \(status)"
        }
        return refusal.message
    }

    @Test func 四百だけを読むとほかの断りの言葉が失われる() throws {
        let body = try JSONEncoder().encode(Self.refusal)

        #expect(narrowMessage(of: 400, body) == "Try again at noon.")
        #expect(narrowMessage(of: 503, body) == "error 503")
    }
}
