import Foundation
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.enabled(if: SmallDisk.isAvailable, "only root can mount the disks that this suite needs"))
struct ディスクに書けない場合 {
    @Test func 一杯のディスクでは七十四で終わり元の内容が残る() async throws {
        let disk = try SmallDisk()
        let state = disk.path + "/state"
        let before = try await calearning("boot", at: state).json()
        let content = try Data(contentsOf: URL(filePath: state + "/store.json"))
        try disk.fill()

        let completing = try await calearning("tutorial", "--complete", at: state)
        let booting = try await calearning("boot", at: state)

        #expect(completing.status == 74)
        try expect(completing.json().error?["case"] as? String, equals: "書き込みに失敗")
        #expect(try completing.json().error?["causedBy"] as? [String] != [])
        try expect(Data(contentsOf: URL(filePath: state + "/store.json")), equals: content)
        #expect(!FileManager.default.fileExists(atPath: state + "/store.json.tmp"))
        #expect(booting.status == 0)
        try expect(booting.json().udid, equals: before.udid)
    }

    @Test func 初めから一杯のディスクでは七十四で終わり何も残らない() async throws {
        let disk = try SmallDisk()
        try disk.fill()

        let result = try await calearning("boot", at: disk.path + "/state")

        #expect(result.status == 74)
        try expect(result.json().error?["case"] as? String, equals: "書き込みに失敗")
        #expect(!FileManager.default.fileExists(atPath: disk.path + "/state/store.json"))
    }

    @Test func 読み込み専用のディスクでは読むだけの起動は成功し書き込みは七十四で終わる() async throws {
        let disk = try SmallDisk()
        let state = disk.path + "/state"
        let before = try await calearning("boot", at: state).json()
        try disk.makeReadOnly()

        let booting = try await calearning("boot", at: state)
        let completing = try await calearning("tutorial", "--complete", at: state)
        let first = try await calearning("boot", at: disk.path + "/another")

        #expect(booting.status == 0)
        try expect(booting.json().udid, equals: before.udid)
        #expect(completing.status == 74)
        #expect(first.status == 74)
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
        let directory = try TemporaryDirectory()
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
