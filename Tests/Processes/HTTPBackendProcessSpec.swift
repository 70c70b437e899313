import Foundation
import Synchronization
import Testing
import UsecasesEngine
import UsecasesTerminal
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct プロセスとしてのHTTPのバックエンド {
    private let calearning = Calearning(["CALEARNING_FORMAT": "json"])

    private func boot(_ server: LoopbackServer, _ arguments: String...) async throws -> ProgramProcess.Result {
        try await calearning(["boot", "--backend", server.address] + arguments)
    }

    @Test func サーバが発行したUDIDを保存し二度目は尋ねない() async throws {
        let server = try LoopbackServer.answering(201, #"{"udid":"u-1"}"#)
        defer { server.stop() }

        let first = try await boot(server).json()
        let second = try await boot(server).json()

        #expect([first, second].map(\.udid) == ["u-1", "u-1"])
        #expect(server.requests.count == 1)
        let request = try #require(server.requests.first)
        #expect(request.method == "POST")
        #expect(request.path == "/udids")
        #expect(request.body == #"{"appDeviceKbn":11}"#)
        #expect(request.headers["idempotency-key"].flatMap(UUID.init(uuidString:)) != nil)
    }

    @Test func どの試行も実行の識別子をトレースとして伝える() async throws {
        let server = try LoopbackServer.answering(503, Self.refusal)
        defer { server.stop() }

        let run = try #require(try await boot(server).json()["run"])

        let traces = server.requests.map { $0.headers["traceparent"] ?? "" }
        let span = try #require(traces.first?.dropFirst(36).prefix(16))
        #expect(traces == Array(repeating: "00-\(run.filter { $0 != "-" })-\(span)-01", count: 3))
        #expect(traces.first?.wholeMatch(of: #/00-[0-9a-f]{32}-[0-9a-f]{16}-01/#) != nil)
    }

    private static let refusal = #"{"code":"E1","title":"Busy","message":"Come back later."}"#

    /// The answer of a server, and the outcome of a boot with it. Without a status, the server never answers.
    typealias Fault = (status: Int?, body: String, kind: String, error: String, exitStatus: Int32)

    private static let faults: [Fault] = [
        (503, refusal, "service", "ErrorResponse", 69),
        (404, "<html>", "system", "エラーレスポンスのデシリアライズに失敗", 65),
        (201, #"{"udid":"#, "system", "レスポンスのデシリアライズに失敗", 65),
        (201, #"{"udid":""}"#, "system", "レスポンスのデシリアライズに失敗", 65),
        (nil, "", "service", "ネットワーク接続不可", 69),
    ]

    @Test(arguments: faults) func どの障害も正しく伝え何も保存しない(fault: Fault) async throws {
        let server = try fault.status.map { try LoopbackServer.answering($0, fault.body) } ?? .neverAnswering()
        defer { server.stop() }

        // Only the silent server reaches this timeout. All others answer well before.
        let result = try await boot(server, "--timeout", fault.status == nil ? "0.05" : "20")

        let json = try result.json()
        #expect(result.status == fault.exitStatus)
        #expect(json.error?["kind"] as? String == fault.kind)
        #expect(json.error?["case"] as? String == fault.error)
        #expect(json.error?["name"] as? String == ErrorWrapper.asciiName(of: fault.error))
        #expect(json.error?["status"] as? Int == fault.status)
        #expect((json.error?["message"] as? String)?.isEmpty == false)
        #expect((json.error?["args"] as? [String: String])?["url"] == server.address + "/udids")
        #expect(json["goal"] == nil && json["view"] == nil)
        #expect(json.sceneNames == ["アプリはサーバで発行したUDIDが保存されていないかを調べる", "UDIDがない場合_アプリはUDIDを取得する"])
        let store = "state/servers/http:127.0.0.1:\(server.port)/store.json"
        #expect(!(try calearning.directory.text(of: store)).contains("udid"))
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func 中断されたらシグナルに応じて終わりそれまでのシーンを伝える(signal: Int32, status: Int32) async throws {
        let server = try LoopbackServer.neverAnswering()
        defer { server.stop() }
        let pid = Mutex<pid_t?>(nil)
        async let running = calearning(
            ["boot", "--backend", server.address, "--timeout", "600"],
            whenStarted: { started in pid.withLock { $0 = started } })

        await server.requestArrived()
        kill(try #require(pid.withLock { $0 }), signal)

        let result = try await running
        #expect(result.status == status)
        #expect(!result.isKilled)
        try expect(result.json().error?["case"] as? String, equals: "中断")
        try expect(result.json().sceneNames.last, equals: "UDIDがない場合_アプリはUDIDを取得する")
    }
}
