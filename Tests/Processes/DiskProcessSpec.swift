import Foundation
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.enabled(if: SmallDisk.isAvailable, "only root can mount the disks that this suite needs"))
struct ディスクに書けない場合 {
    @Test(arguments: [true, false]) func 一杯か読み込み専用なら書き込みは七十四で終わり元の内容が残り_読むだけの起動は成功する(isFull: Bool) async throws {
        let disk = try SmallDisk()
        let (state, other) = (disk.path + "/state", disk.path + "/other")
        let before = try await calearning("boot", at: state).json()
        let content = try Data(contentsOf: URL(filePath: state + "/store.json"))
        if isFull { try disk.fill() } else { try disk.makeReadOnly() }

        let completing = try await calearning("tutorial", "--complete", at: state)
        let booting = try await calearning("boot", at: state)
        let first = try await calearning("boot", at: other)

        #expect([completing, booting, first].map(\.status) == [74, 0, 74])
        if isFull {
            for result in [completing, first] { try expect(result.json().error?["case"] as? String, equals: "書き込みに失敗") }
            #expect(try completing.json().error?["causedBy"] as? [String] != [])
        }
        try expect(Data(contentsOf: URL(filePath: state + "/store.json")), equals: content)
        try expect(booting.json().udid, equals: before.udid)
        for file in [state + "/store.json.tmp", other + "/store.json"] {
            #expect(!FileManager.default.fileExists(atPath: file))
        }
    }

    @Test func 新しい内容に置き換えられなければ七十四で終わり元の内容が残る() async throws {
        let disk = try SmallDisk()
        let state = disk.path + "/state"
        _ = try await calearning("boot", at: state)
        let content = try Data(contentsOf: URL(filePath: state + "/store.json"))
        try disk.pin(state + "/store.json")

        let completing = try await calearning("tutorial", "--complete", at: state)

        #expect(completing.status == 74)
        try expect(Data(contentsOf: URL(filePath: state + "/store.json")), equals: content)
        #expect(!FileManager.default.fileExists(atPath: state + "/store.json.tmp"))
    }

    @Test func 一杯のディスクに記録できなければ空の記録は残らず空けばもう一度記録できる() async throws {
        let disk = try SmallDisk()
        let directory = TemporaryDirectory()
        let recording = disk.path + "/run.jsonl"
        try disk.fill()

        let failing = try await calearning("boot", "--record", recording, at: directory.path)
        let isLeft = FileManager.default.fileExists(atPath: recording)
        disk.empty()
        let succeeding = try await calearning("boot", "--record", recording, at: directory.path)

        #expect(failing.status == 74)
        try expect(failing.json().error?["args"] as? [String: String], equals: ["recording": recording])
        #expect(!isLeft)
        #expect(succeeding.status == 0)
    }

    private func calearning(_ arguments: String..., at state: String) async throws -> ProgramProcess.Result {
        try await ProgramProcess(
            arguments, environment: ["CALEARNING_STATE_DIR": state, "CALEARNING_FORMAT": "json"]
        ).run()
    }
}
