import Foundation
import Testing

@testable import CalearningApplication
@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import Usecases
@testable import UsecasesTerminal

private func calearning(_ arguments: [String]) async throws -> ProgramProcess.Result {
    try await ProgramProcess(arguments, environment: [:]).run()
}

@Suite(.timeLimit(.minutes(5))) struct 残りものを書き出すコマンド {
    @Test func 自分の書き出したものはすべて引き継げる() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/leftovers"

        let written = try await calearning(["leftovers", path, "--depth", "0"])
        let resumed = try await calearning(["leftovers", path, "--resume", "--format", "json"])

        #expect(written.status == 0)
        #expect(written.output.isEmpty)
        #expect(resumed.status == 0)
        #expect(resumed.output.contains("\"findings\":[]"))
        #expect(FileManager.default.fileExists(atPath: path + "/1"))
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(names.allSatisfy { $0.hasPrefix("leftovers") || Int($0) != nil }, "\(names)")
    }

    @Test func 変わったシーンがあれば名を挙げて1で終わる() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/leftovers"
        _ = try await calearning(["leftovers", path, "--depth", "0"])
        let list = URL(fileURLWithPath: path + "/leftovers.jsonl")
        let text = try String(contentsOf: list, encoding: .utf8)
        try text.replacing("\(Boot.initial.scene.name)\"", with: "前の名\"").write(
            to: list, atomically: true, encoding: .utf8)

        let resumed = try await calearning(["leftovers", path, "--resume", "--language", "en"])

        #expect(resumed.status == 1)
        #expect(resumed.output.contains("the old version: “前の名”"))
        #expect(resumed.output.contains("this version:    “\(Boot.initial.scene.name)”"))
    }

    @Test(arguments: [["--depth", "5"], ["--resume", "--depth", "1"], []])
    func 誤った呼び方は断る(options: [String]) async throws {
        let directory = try TemporaryDirectory()
        let path = options.isEmpty ? "" : directory.path + "/leftovers"

        let refused = try await calearning(["leftovers", path] + options)

        #expect(refused.status == 64)
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/leftovers"))
    }
}
