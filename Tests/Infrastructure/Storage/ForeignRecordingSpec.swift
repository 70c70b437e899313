import Foundation
import Testing
import UsecasesEngine
import UsecasesTestSupport

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal

/// Replays a recording from another user, with the matches of `pattern` replaced.
private func replay(replacing pattern: Regex<Substring>, with replacements: [String]) async throws -> [ReplayedRun] {
    var count = 0
    let recordings = try JSONObject(Repository.text(of: "Fuzzing/Corpus/recordings.json"))
    let text = try #require(recordings["boot"]).replacing(pattern) { _ in
        defer { count += 1 }
        return replacements[count % replacements.count]
    }
    try #require(count > 1)
    let directory = TemporaryDirectory()
    try directory.write(text, to: "mail.jsonl")
    return try await CompositionRoot.replay(directory.path + "/mail.jsonl")
}

@Suite struct よそから来た記録 {
    private static let latest = "[9223372036854775807,18446744073709551615]"
    private static let earliest = "[-9223372036854775808,0]"

    @Test(arguments: [["[1000000000000000,0]"], [latest, earliest], [earliest, latest], [earliest], [latest]])
    func ありえない経過時間は異なるとされる(times: [String]) async throws {
        let runs = try await replay(replacing: #/\[0,\d+\]/#, with: times)

        try expectDifference(runs, at: "Clock.uptime()")
    }

    @Test(arguments: [Int64.min, .max, -62_167_219_200_001, 253_402_300_800_000])
    func ありえない時刻は異なるとされる(milliseconds: Int64) async throws {
        let runs = try await replay(replacing: #/"milliseconds":\d+/#, with: ["\"milliseconds\":\(milliseconds)"])

        try expectDifference(runs, at: "Clock.now()")
    }

    @Test func 何百年も掛かった実行も読める() async throws {
        // 5,421 million seconds.
        let runs = try await replay(replacing: #/\[0,\d+\]/#, with: ["[-293,0]", "[293,0]"])

        #expect(runs.map(\.exitStatus) == [.success])
        for run in runs { _ = try JSONReport(report: run.report, language: .en).jsonLine }
    }

    private func expectDifference(_ runs: [ReplayedRun], at call: String) throws {
        #expect(runs.map(\.exitStatus) == [.differs])
        guard case .mistyped(_, call, _)? = runs.first?.remarks.first else {
            Issue.record("\(runs.first?.remarks ?? [])")
            return
        }
        for run in runs { _ = try JSONReport(report: run.report, language: .en).jsonLine }
    }
}
