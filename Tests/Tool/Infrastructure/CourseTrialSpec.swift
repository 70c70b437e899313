import Foundation
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesTool

/// Runs a trial of a program that consists of this script.
private func trial<Value>(
    of script: String, seconds: Int = 60, _ body: (CourseTrial) async throws -> Value
) async throws -> Value {
    let directory = TemporaryDirectory()
    try directory.write("#!/bin/sh\n" + script, to: "program")
    chmod(directory.path + "/program", 0o700)
    let trial = try CourseTrial(
        program: directory.path + "/program", place: Folder(directory.path), service: "SERVICE", seconds: seconds)
    defer { trial.stop() }
    return try await body(trial)
}

private func explored(by script: String, seconds: Int = 60) async throws -> Result<
    ExploredUsecase?, CourseTrial.Stopped
> {
    try await trial(of: script, seconds: seconds) { try await $0.explore("Greet") }
}

private func breakdown(_ result: Result<ExploredUsecase?, CourseTrial.Stopped>) -> Difference.Breakdown? {
    guard case .failure(let stopped) = result, case .broken(_, let breakdown) = stopped.difference else { return nil }
    return breakdown
}

@Suite struct 書かれたものの試行 {
    private static let exploration = """
        {"actors":["user"],"findings":[],"scenes":[{"name":"アプリは挨拶","sentence":"It greets"}],
         "ways":[{"scenario":"アプリは調べる → アプリは挨拶","calls":[
           {"port":"DataStore","operation":"get(_:)","arguments":["name"],"outcome":"absent"}]},
          {"scenario":"アプリは調べる → ✗ 読み込みに失敗","calls":[]}, {"calls":[]}]}
        """

    @Test func 探索を二つの言語で読む() async throws {
        let explored = try await explored(by: "cat <<'END'\n\(Self.exploration)\nEND\n").get()

        #expect(
            explored
                == ExploredUsecase(
                    actors: [.user],
                    ways: [
                        .init(scenes: ["アプリは調べる", "アプリは挨拶"], failure: nil, calls: ["DataStore.get(name)=absent"]),
                        .init(scenes: ["アプリは調べる"], failure: "読み込みに失敗", calls: []),
                    ],
                    isEndless: true, findings: [], sentences: ["アプリは挨拶": Sentence(en: "It greets", ja: "アプリは挨拶")]))
    }

    @Test func ユースケースがなければnil() async throws {
        try await expect(explored(by: "exit 64").get(), equals: nil)
    }

    @Test func 終わらなければ打ち切る() async throws {
        let result = try await explored(by: "while true; do :; done", seconds: 1)

        #expect(breakdown(result) == .timedOut(seconds: 1))
    }

    /// On a busy machine the process can reach this limit before the limit on elapsed time.
    @Test func プロセッサの時間の限りに達しても打ち切られたことになる() async throws {
        let limits = try await explored(by: "echo $(ulimit -S -t) $(ulimit -H -t)", seconds: 30)
        let result = try await explored(by: "kill -XCPU $$", seconds: 30)

        #expect(breakdown(limits) == .unreadable(beginning: "30 35\n"))
        #expect(breakdown(result) == .timedOut(seconds: 30))
    }

    @Test func 書き続けるなら打ち切る() async throws {
        let result = try await explored(by: "yes")

        #expect(breakdown(result) == .tooMuchOutput)
    }

    @Test func 異常終了と_報告ではない出力を区別する() async throws {
        #expect(breakdown(try await explored(by: "kill -SEGV $$")) == .crashed(signal: SIGSEGV))
        #expect(breakdown(try await explored(by: "echo hello")) == .unreadable(beginning: "hello\n"))
    }

    private static let report =
        #"{"scenes":[{"name":"アプリは挨拶","sentence":"It greets"}],"values":{"name":"Ren","number":2}}"#

    private func compared(_ runs: String, script: String = "echo '\(Self.report)'") async throws -> [Difference] {
        let json = #"{"usecase":"Greet","service":"SERVICE","runs":[\#(runs)]}"#
        let asked = try JSONDecoder().decode(AskedExercise.self, from: Data(json.utf8))
        return try await trial(of: script) { try await $0.compare(asked, sentences: [:]) }
    }

    @Test func 求められた実行なら違いはない() async throws {
        let run = #"{"arguments":["greet"],"scenes":["アプリは挨拶"],"values":{"name":"Ren","number":"2"}}"#

        try await expect(compared(run), equals: [])
    }

    @Test func 違うシーンや値を挙げる() async throws {
        let greeted = ComparedScenario(scenes: [Sentence(en: "It greets", ja: "アプリは挨拶")], failures: [])
        let refused = ComparedScenario(scenes: [Sentence("アプリは断る")], failures: [])

        try await expect(
            compared(#"{"arguments":["greet"],"scenes":["アプリは断る"]}"#),
            equals: [
                .run(command: "greet", should: refused, does: greeted)
            ])
        try await expect(
            compared(#"{"arguments":["greet"],"scenes":["アプリは挨拶"],"values":{"name":"Aoi"}}"#),
            equals: [
                .value(command: "greet", name: "name", should: "Aoi", does: "Ren")
            ])
        try await expect(
            compared(#"{"arguments":["greet"],"scenes":["アプリは挨拶"],"values":{"age":"9"}}"#),
            equals: [
                .value(command: "greet", name: "age", should: "9", does: nil)
            ])
    }

    @Test func サービスへの要求の違いを挙げる() async throws {
        let runs = #"{"arguments":["greet"],"scenes":["アプリは挨拶"],"requests":["GET /name"]}"#

        try await expect(compared(runs), equals: [.requests(command: "greet", should: ["GET /name"], does: [])])
    }
}
