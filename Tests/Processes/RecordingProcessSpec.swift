import Foundation
import Synchronization
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct プロセスとしての記録と再生 {
    private let calearning = Calearning(["CALEARNING_FORMAT": "json"])
    private var recording: String { calearning.path("run.jsonl") }

    private func expectSameReplay(as recorded: ProgramProcess.Result) async throws {
        let replayed = try await calearning("replay", recording)

        #expect(replayed.output == recorded.output)
        #expect(replayed.errors == "")
        #expect(replayed.status == 0)
    }

    private func bootRecorded(untilSignal signal: Int32) async throws -> ProgramProcess.Result {
        let server = try LoopbackServer.neverAnswering()
        defer { server.stop() }
        let pid = Mutex<pid_t?>(nil)
        async let running = calearning(
            ["boot", "--record", recording, "--backend", server.address, "--timeout", "600"],
            whenStarted: { started in pid.withLock { $0 = started } })
        await server.requestArrived()
        kill(try #require(pid.withLock { $0 }), signal)
        return try await running
    }

    @Test func ゴールに着いた実行は一字一句同じに再生され_再生は何も読まず何も変えない() async throws {
        let first = try await calearning("boot", "--record", recording)
        try FileManager.default.removeItem(atPath: calearning.path("state"))

        try await expectSameReplay(as: first)
        let replayed = try await calearning("replay", recording, "--format", "text")
        try expect(first.json()["view"], equals: "tutorial")
        #expect(replayed.output.hasSuffix("It went as it was recorded.\n"))
        #expect(!FileManager.default.fileExists(atPath: calearning.path("state")))
        try expect(calearning.directory.mode(of: "run.jsonl"), equals: 0o600)
    }

    @Test func 中断された実行もそこまで同じに再生される() async throws {
        let first = try await bootRecorded(untilSignal: SIGINT)

        try await expectSameReplay(as: first)
        #expect(first.status == 130)
    }

    @Test func 強制終了された実行は記録が終わるところまで再生される() async throws {
        _ = try await bootRecorded(untilSignal: SIGKILL)

        let replayed = try await calearning("replay", recording, "--format", "text")

        #expect(replayed.status == 0)
        #expect(replayed.output.contains("If there is no UDID, the application obtains one"))
        #expect(replayed.errors == "The recording ends here: the run was killed.\n")
    }

    @Test func 秘密は記録にもジャーナルにもない() async throws {
        let server = try LoopbackServer.routing([
            "/zen": (403, #"{"message":"ghp_planted is no good"}"#, [:]),
            "/udids": (500, "out of order", [:]),
        ])
        defer { server.stop() }
        let secrets = ["CALEARNING_GITHUB_URL": server.address, "CALEARNING_GITHUB_TOKEN": "ghp_planted"]
        let address = server.address.replacing("http://", with: "http://user:pa55word@")

        try await calearning(["zen", "--record", recording], secrets)
        try await calearning("boot", "--record", recording + "2", "--backend", address)
        try await calearning("boot", "--record", recording + "3", "--backend", server.address)
        try await calearning("boot", "--record", recording + "4")

        let store = try JSONObject(calearning.directory.text(of: "state/store.json"))
        let key = try #require(store["installationKey"])
        let written = ["", "2", "3", "4"].compactMap { try? calearning.directory.text(of: "run.jsonl" + $0) }
        #expect(written.count >= 3)
        for text in written {
            for secret in ["ghp_planted", "pa55word", key] { #expect(!text.contains(secret)) }
        }
    }

    /// The README shows a replay with a changed outcome.
    @Test(arguments: [
        ("Backend.publishUdid=夏休み", "cannot have this outcome. Its outcomes are: issued, network-unreachable"),
        ("GitHub.zen=answered", "GitHub.zen was never called in this run. Its calls were: DataStore.get(udid), "),
        ("nonsense", "PORT.OPERATION=OUTCOME"), ("=absent", "PORT.OPERATION=OUTCOME"),
        ("DataStore.get=", "PORT.OPERATION=OUTCOME"),
    ])
    func ない結果やない呼び出しへの変更は使い方の誤り(change: String, message: String) async throws {
        try await calearning("boot", "--record", recording)

        let result = try await calearning("replay", recording, "--with", change)

        #expect(result.status == 64)
        #expect(result.errors.contains(message))
    }

    @Test func 決めたシーンで止まり_このバージョンと異なれば初めて異なるシーンを伝えて一で終わる() async throws {
        try await calearning("boot", "--record", recording)
        let text = try calearning.directory.text(of: "run.jsonl")

        let stopped = try await calearning("replay", recording, "--until", "2", "--format", "text")
        try calearning.directory.write(text.replacing("UDIDがない場合_アプリはUDIDを取得する", with: "昔のシーン"), to: "run.jsonl")
        let differing = try await calearning("replay", recording, "--format", "text")

        #expect([stopped, differing].map(\.status) == [0, 1])
        #expect(stopped.output.split(separator: "\n").count == 3)
        #expect(stopped.errors == "Stopped after scene 2.\n")
        #expect(
            differing.errors
                == "From scene 2 on it differs: recorded is “昔のシーン”, and now comes “UDIDがない場合_アプリはUDIDを取得する”.\n")
    }

    private static func begin(_ version: Int, _ usecase: String) -> String {
        let run = "019aa122-be00-7f61-9afc-d44d14cf8bfe"
        return #"{"begin":{"version":\#(version),"run":"\#(run)","usecase":"\#(usecase)","actor":"user"}}"# + "\n"
    }

    @Test(arguments: [
        ("", Int32(65), "no run begins in it"), ("nonsense\n", 65, "line 1 is damaged"),
        (begin(9, "Boot"), 65, "its version is 9"), (begin(1, "Fly"), 65, "no use case Fly"),
        (begin(1, "Boot"), 65, "course"), (nil, 74, "No such file"),
    ])
    func 再生できない記録は何が悪いかを伝える(text: String?, status: Int32, message: String) async throws {
        if let text { try calearning.directory.write(text, to: "run.jsonl") }

        let result = try await calearning("replay", recording, "--format", "text")

        #expect(result.status == status)
        #expect(result.errors.contains(message))
        #expect(result.output == "")
    }

    @Test func あるファイルにも書けないところにも記録せず何も始めない() async throws {
        try calearning.directory.write("mine", to: "run.jsonl")

        let taken = try await calearning("boot", "--record", recording, "--format", "text")
        let impossible = try await calearning("boot", "--record", calearning.path("none/run.jsonl"))

        #expect([taken, impossible].map(\.status) == [64, 74])
        #expect(taken.errors.contains("already exists"))
        try expect(calearning.directory.text(of: "run.jsonl"), equals: "mine")
        #expect(!FileManager.default.fileExists(atPath: calearning.path("state")))
    }
}
