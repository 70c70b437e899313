import CalearningApplication
import CalearningDomain
import Foundation
import Testing
import Usecases

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct プロセスとしてのaudit {
    private let directory: TemporaryDirectory
    private let recording: String

    init() throws {
        directory = try TemporaryDirectory()
        recording = directory.path + "/run.jsonl"
    }

    private func calearning(_ arguments: String...) async throws -> ProgramProcess.Result {
        try await ProgramProcess(
            arguments, environment: ["CALEARNING_STATE_DIR": directory.path + "/state"]
        ).run()
    }

    private func record() async throws -> String {
        _ = try await calearning(Boot.name.lowercased(), "--record", recording)
        return try directory.text(of: "run.jsonl")
    }

    /// Writes the recording without its alternative course, as a program that skips it would do.
    private func plant(in recorded: String) throws {
        let lines = recorded.split(separator: "\n", omittingEmptySubsequences: false)
        try directory.write(
            lines.filter { !$0.hasPrefix(#"{"enter":{"course":"alternative""#) }.joined(separator: "\n"),
            to: "planted.jsonl")
    }

    @Test func 知られた道をたどった実行だけなら零で終わりまだ起こっていないシナリオを並べる() async throws {
        _ = try await record()

        let result = try await calearning("audit", recording)

        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(result.output.hasPrefix("Runs: 1\n  1  took a known path to its end\n"))
        #expect(result.output.contains("\n18 of 19 scenarios of Boot never happened:\n- "))
        #expect(result.output.contains("\nNever run: Reset, RegisterDevice, ReadTutorial, "))
    }

    @Test func シーンを飛ばした実行を名指しして一で終わる() async throws {
        try plant(in: try await record())
        let run = try #require(try directory.text(of: "run.jsonl").firstMatch(of: /"run":"([^"]+)"/)).output.1

        let result = try await calearning("audit", recording, directory.path + "/planted.jsonl")

        #expect(result.status == 1)
        #expect(
            result.output.contains(
                "✗ Boot, run \(run): after scene 1, “The application checks whether a UDID issued by the server is saved”, "
                    + "after DataStore.get(udid), it called DataStore.get(installationKey, orSave: [redacted]).\n"
                    + "  Known there:\n  - the scene “If there is no UDID, the application obtains one”\n"))
    }

    @Test func 日本語でもJSONでも告げる() async throws {
        try plant(in: try await record())
        let planted = directory.path + "/planted.jsonl"

        let japanese = try await calearning("audit", planted, "--language", "ja")
        let json = try await calearning("audit", planted, "--format", "json").json()

        #expect(japanese.status == 1)
        #expect(japanese.output.contains("DataStore.get(installationKey, orSave: [redacted])を呼び出しました。"))
        let deviation = try #require((json.members["deviations"] as? [[String: Any]])?.first)
        #expect(deviation["usecase"] as? String == "Boot")
        #expect(deviation["scene"] as? Int == 1)
        #expect(deviation["after"] as? String == "アプリはサーバで発行したUDIDが保存されていないかを調べる")
        #expect((deviation["did"] as? [String: String])?["kind"] == "call")
        #expect(
            deviation["known"] as? [[String: String]] == [["kind": "scene", "name": "UDIDがない場合_アプリはUDIDを取得する"]])
    }

    @Test func 途中で切れたファイルと別のプログラムのファイルはそう告げて読めたところまでを判定する() async throws {
        let recorded = try await record()
        try directory.write(recorded + recorded.prefix(recorded.count / 2), to: "cut.jsonl")
        try directory.write("{\"level\":30,\"msg\":\"listening\"}\n", to: "foreign.jsonl")

        let cut = try await calearning("audit", directory.path + "/cut.jsonl")
        let foreign = try await calearning("audit", directory.path + "/foreign.jsonl", recording)
        let absent = try await calearning("audit", directory.path + "/absent.jsonl", recording)

        #expect(cut.status == 65)
        #expect(cut.errors == "\(directory.path)/cut.jsonl: it is truncated: it ends in the middle of a line.\n")
        #expect(foreign.status == 65)
        #expect(foreign.errors.contains("foreign.jsonl: it is of another program"))
        #expect(absent.status == 74)
        #expect(absent.errors.contains("absent.jsonl"))
        #expect([cut, foreign, absent].allSatisfy { $0.output.contains("  1  took a known path to its end\n") })
    }

    @Test func 標準入力からも読む() async throws {
        _ = try await record()

        let result = try await ProgramProcess(
            ["audit", "-"], through: ["/bin/sh", "-c", "exec \"$0\" \"$@\" <'\(recording)'"]
        ).run()

        #expect(result.status == 0)
        #expect(result.output.contains("  1  took a known path to its end\n"))
    }

    @Test func ファイルを指定しなければ使い方の誤り() async throws {
        try await expect(calearning("audit").status, equals: 64)
        try await expect(calearning("audit", "").status, equals: 64)
    }
}
