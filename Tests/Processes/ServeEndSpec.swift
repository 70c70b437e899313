#if Server
import Foundation
import GRDB
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

private let begun =
    "POST /udids HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 19\r\n\r\n{"

@Suite(.timeLimit(.minutes(5))) struct サービスの始まりと終わり {
    private let directory = TemporaryDirectory()

    @Test func 使われているポートではJSONの一行で終わる() async throws {
        let service = try await ServeProcess([], in: directory)

        let result = try await ProgramProcess(
            ["serve", "--port", "\(service.port)"], environment: ["CALEARNING_STATE_DIR": directory.path + "/service"]
        ).run()
        try await service.stop()

        let last = try JSONObject(String(try #require(result.errors.split(separator: "\n").last)))
        #expect(result.status == 69)
        #expect(last["level"] == "critical")
        #expect(last["message"]?.contains("127.0.0.1:\(service.port)") == true)
        #expect(last["advice"]?.contains("--port") == true)
        #expect((last.members["causes"] as? [String])?.isEmpty == false)
    }

    /// Otherwise the service could report abandoned work because of any client.
    @Test func 要求の途中で黙る相手がいても_待たずに0で終わる() async throws {
        let service = try await ServeProcess(
            ["--request-timeout", "600", "--shutdown-timeout", "8"], in: directory)
        let connection = try RawConnection(port: service.port, sending: begun)
        try await untilRead(service)

        let result = try await service.stop()
        withExtendedLifetime(connection) {}

        #expect(!result.isKilled)
        #expect(result.status == 0)
        #expect(!service.lines.contains { $0["level"] == "critical" })
    }

    @Test func 鎖の掛かったデータベースを待っていても_期限で諦めて70で終わる() async throws {
        let service = try await ServeProcess(["--shutdown-timeout", "0.2"], in: directory)
        let database = try DatabaseQueue.lock(directory.path + "/service/devices.sqlite")
        // The service never answers both of two clients that send requests continuously. On any machine, one waits for
        // the lock, and the other for its turn.
        let request = RawConnection.request("/udids", "POST", RawConnection.registration)
        let connections = try (0..<2).map { _ in try RawConnection(port: service.port) }
        for connection in connections {
            connection.send(String(repeating: request, count: 100))
            try await untilRead(service)
        }

        let result = try await service.stop()
        try database.unlock()

        #expect(!result.isKilled)
        #expect(result.status == 70)
        #expect(service.lines.last?["level"] == "critical")
    }

    @Test func 二度目のSIGTERMですぐに終わる() async throws {
        let service = try await ServeProcess(
            ["--request-timeout", "600", "--shutdown-timeout", "600", "--log-level", "debug"], in: directory)
        let connection = try RawConnection(port: service.port, sending: begun)
        try await untilRead(service)

        try await stopBegins(service)
        let result = try await service.stop()
        withExtendedLifetime(connection) {}

        #expect(!result.isKilled)
        #expect(result.status == 70)
    }

    @Test func 終わる前に知らせ_その間はいつもどおりに応じる() async throws {
        let service = try await ServeProcess(["--drain-delay", "600", "--shutdown-timeout", "600"], in: directory)
        let kept = try RawConnection(port: service.port, sending: RawConnection.request("/ready"))
        let before = try #require(await kept.answer())

        try await stopBegins(service)
        kept.send(RawConnection.request("/ready"))
        let ready = try #require(await kept.answers().first)
        let health = try await answerAtTheEnd("/health", of: service)
        let registration = try await answerAtTheEnd("/udids", "POST", RawConnection.registration, of: service)
        let result = try await service.stop()

        #expect(before.status == 200)
        #expect(before.headers["connection"] == nil)
        #expect(ready.status == 503)
        #expect(ready.code == "ENDING")
        #expect(health.status == 200)
        #expect(registration.status == 201)
        #expect([ready, health, registration].allSatisfy { $0.headers["connection"] == "close" })
        #expect(result.status == 70)
    }

    @Test(arguments: ["0", "0.2"]) func 知らせ終えれば0で終わる(delay: String) async throws {
        let service = try await ServeProcess(["--drain-delay", delay], in: directory)

        let result = try await service.stop()

        #expect(result.status == 0)
        #expect(!service.lines.contains { $0["level"] == "critical" })
    }

    /// Sends SIGTERM. Returns when the service has noticed it.
    private func stopBegins(_ service: ServeProcess) async throws {
        service.send(SIGTERM)
        try await eventually("the service says that it stops") {
            service.lines.contains { $0["message"] == "stopping" }
        }
    }

    /// Returns the answer to a request that does not ask to close the connection.
    private func answerAtTheEnd(
        _ path: String, _ method: String = "GET", _ body: String = "", of service: ServeProcess
    ) async throws -> RawAnswer {
        let connection = try RawConnection(port: service.port, sending: RawConnection.request(path, method, body))
        return try #require(await connection.answers().first)
    }

    /// Returns after some answers, because the service has then read everything that was sent before.
    private func untilRead(_ service: ServeProcess) async throws {
        for _ in 0..<20 { try await expect(service.answer(to: "/metrics").text.contains("http_"), equals: true) }
    }
}
#endif
