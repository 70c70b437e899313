import Foundation
import Synchronization
import Testing
import Usecases
import UsecasesTerminal
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct プロセスとしてのHTTPのバックエンド {
    private let calearning: Calearning

    init() throws {
        calearning = try Calearning(["CALEARNING_FORMAT": "json"])
    }

    private func boot(_ server: LoopbackServer, _ arguments: String...) async throws -> ProgramProcess.Result {
        try await calearning(["boot", "--backend", server.address] + arguments)
    }

    @Test func サーバが発行したUDIDを保存し二度目は尋ねない() async throws {
        let server = try LoopbackServer.answering(201, #"{"udid":"u-1"}"#)
        defer { server.stop() }

        let first = try await boot(server).json()
        let second = try await boot(server).json()

        #expect(
            first.sceneNames == [
                "アプリはサーバで発行したUDIDが保存されていないかを調べる",
                "UDIDがない場合_アプリはUDIDを取得する",
                "アプリはユーザがチュートリアルを完了した記録がないかを調べる",
                "チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示",
            ])
        #expect(first.udid == "u-1")
        #expect(second.udid == "u-1")
        #expect(second.courses == ["basic", "basic", "goal"])
        #expect(server.requests.count == 1)
        let request = try #require(server.requests.first)
        #expect(request.method == "POST")
        #expect(request.path == "/udids")
        #expect(request.body == #"{"appDeviceKbn":11}"#)
        #expect(request.headers["idempotency-key"].flatMap(UUID.init(uuidString:)) != nil)
    }

    @Test func どの試行も実行の識別子をトレースとして伝える() async throws {
        let server = try LoopbackServer.answering(503, #"{"code":"E1","title":"Busy","message":"Come back later."}"#)
        defer { server.stop() }

        let run = try #require(try await boot(server).json()["run"])

        let traces = server.requests.map { $0.headers["traceparent"] ?? "" }
        let span = try #require(traces.first?.dropFirst(36).prefix(16))
        #expect(traces == Array(repeating: "00-\(run.filter { $0 != "-" })-\(span)-01", count: 3))
        #expect(traces.first?.wholeMatch(of: #/00-[0-9a-f]{32}-[0-9a-f]{16}-01/#) != nil)
    }

    @Test func 失敗しても次の起動は同じインストールキーで尋ねる() async throws {
        let sound = LoopbackServer.head(201, length: 14) + #"{"udid":"u-1"}"#
        let attempts = Mutex(0)
        let server = try LoopbackServer { connection in
            let attempt = attempts.withLock { count in
                count += 1
                return count
            }
            connection.send(attempt <= 3 ? "" : sound)
        }
        defer { server.stop() }

        _ = try await boot(server)
        _ = try await boot(server)

        let keys = server.requests.map { $0.headers["idempotency-key"] }
        #expect(keys.count == 4, "three attempts and one more")
        #expect(Set(keys).count == 1)
    }

    private static let refusal = #"{"code":"E1","title":"Busy","message":"Come back later."}"#

    /// A server, and the outcome of a boot with it: the kind and the name of the error, its status, and the exit status.
    typealias Fault = (
        name: String, kind: String, error: String, httpStatus: Int?, exitStatus: Int32,
        server: @Sendable () throws -> LoopbackServer
    )

    private static let faults: [Fault] = [
        (
            "拒否", "service", "ネットワーク接続不可", nil, 69,
            {
                let server = try LoopbackServer.answering(201, "")
                server.stop()
                return server
            }
        ),
        ("400", "service", "ErrorResponse", 400, 76, { try .answering(400, refusal) }),
        ("401", "service", "ErrorResponse", 401, 77, { try .answering(401, refusal) }),
        ("503", "service", "ErrorResponse", 503, 69, { try .answering(503, refusal) }),
        ("500とHTML", "system", "エラーレスポンスのデシリアライズに失敗", 500, 69, { try .answering(500, "<html>") }),
        ("404とHTML", "system", "エラーレスポンスのデシリアライズに失敗", 404, 65, { try .answering(404, "<html>") }),
        ("壊れたJSON", "system", "レスポンスのデシリアライズに失敗", 201, 65, { try .answering(201, #"{"udid":"#) }),
        ("UDIDなし", "system", "レスポンスのデシリアライズに失敗", 201, 65, { try .answering(201, "{}") }),
        ("空のUDID", "system", "レスポンスのデシリアライズに失敗", 201, 65, { try .answering(201, #"{"udid":""}"#) }),
        (
            "本文の途中", "service", "ネットワーク接続不可", nil, 69,
            { try .sending(LoopbackServer.head(201, length: 14) + #"{"udid":"#) }
        ),
        ("応答なし", "service", "ネットワーク接続不可", nil, 69, { try .neverAnswering() }),
        (
            "別のホストへのリダイレクト", "system", "その他のエラー", 302, 70,
            { try .answering(302, "", headers: ["Location": "http://localhost:9/udids"]) }
        ),
    ]

    @Test(arguments: faults.map(\.name)) func どの障害も正しく伝え何も保存しない(name: String) async throws {
        let fault = try #require(Self.faults.first { $0.name == name })
        let server = try fault.server()
        defer { server.stop() }

        // Only the silent server reaches this timeout. All others answer well before.
        let result = try await boot(server, "--timeout", fault.name == "応答なし" ? "0.05" : "20")

        let json = try result.json()
        #expect(result.status == fault.exitStatus)
        #expect(json.error?["kind"] as? String == fault.kind)
        #expect(json.error?["case"] as? String == fault.error)
        #expect(json.error?["name"] as? String == ErrorWrapper.asciiName(of: fault.error))
        #expect(json.error?["status"] as? Int == fault.httpStatus)
        #expect((json.error?["message"] as? String)?.isEmpty == false)
        #expect((json.error?["args"] as? [String: String])?["url"] == server.address + "/udids")
        #expect(json["goal"] == nil && json["view"] == nil)
        #expect(json.sceneNames == ["アプリはサーバで発行したUDIDが保存されていないかを調べる", "UDIDがない場合_アプリはUDIDを取得する"])
        let store = "state/servers/http:127.0.0.1:\(server.port)/store.json"
        #expect(!(try calearning.directory.text(of: store)).contains("udid"))
    }

    #if !canImport(Darwin)
    @Test func 終わらない応答でもメモリは増えない() async throws {
        let client = Mutex<pid_t?>(nil)
        let peak = Mutex(0)
        let server = try LoopbackServer { connection in
            connection.send(LoopbackServer.head(201, length: nil))
            let block = [UInt8](repeating: 0x20, count: 1 << 16)
            for _ in 0..<(1 << 14) {
                guard connection.send(block) else { return }
                let kibibytes = client.withLock { $0 }.map(Self.peakMemory) ?? 0
                peak.withLock { $0 = max($0, kibibytes) }
            }
        }
        defer { server.stop() }

        let result = try await calearning(
            ["boot", "--backend", server.address], whenStarted: { pid in client.withLock { $0 = pid } })

        #expect(result.status == 70)
        try expect(result.json().error?["case"] as? String, equals: "その他のエラー")
        #expect(peak.withLock { $0 } < 256 << 10)
    }

    /// Returns the peak memory in KiB, or 0 once the process has ended.
    private static func peakMemory(of pid: pid_t) -> Int {
        guard let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM") })
        else { return 0 }
        return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
    #endif

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
