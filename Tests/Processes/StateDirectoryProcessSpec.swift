import Foundation
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct プロセスとしての状態ディレクトリ {
    private let directory = TemporaryDirectory()

    /// Runs the program in the directory, or in a folder of it.
    private func calearning(
        _ arguments: String..., environment: [String: String] = [:], in folder: String = "", launcher: [String]? = nil
    ) async throws -> ProgramProcess.Result {
        try await ProgramProcess(
            arguments, environment: environment,
            through: launcher ?? ["/bin/sh", "-c", #"cd "\#(directory.path)/\#(folder)" && exec "$0" "$@""#]
        ).run()
    }

    @Test(arguments: [".", "x", "x//y/", "..//\u{3042}"])
    func 短い名前でも使える(name: String) async throws {
        try FileManager.default.createDirectory(atPath: directory.path + "/in", withIntermediateDirectories: true)

        let first = try await calearning("boot", "--state-dir", name, in: "in")
        let second = try await calearning("tutorial", "--complete", "--state-dir", name, in: "in")

        #expect([first, second].map(\.status) == [0, 0])
        #expect(try directory.text(of: "in/\(name)/store.json").contains("hasCompletedTutorial"))
    }

    @Test func 行き先のないリンクや作れない場所は七十四で何をすべきか言う() async throws {
        symlink("/nowhere/at/all", directory.path + "/link")

        let results = [
            try await calearning("boot", "--state-dir", "link"),
            try await calearning("boot", environment: ["HOME": "/proc"]),
        ]

        #expect(results.map(\.status) == [74, 74])
        #expect(results.allSatisfy { !$0.isKilled && $0.errors.contains("--state-dir") })
    }

    /// Removes the capabilities of root, so root is refused like other users.
    private static let unprivileged = ["/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search"]

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: unprivileged[0])))
    func 一覧できないディレクトリでは何も変わらずそう言う() async throws {
        let state = directory.path + "/state"
        _ = try await calearning("boot", "--state-dir", state)
        let content = try directory.text(of: "state/store.json")
        chmod(state, 0o300)

        let completing = try await calearning(
            "tutorial", "--complete", "--state-dir", state, launcher: Self.unprivileged)
        let resetting = try await calearning("reset", "--yes", "--state-dir", state, launcher: Self.unprivileged)

        chmod(state, 0o700)
        #expect([completing, resetting].map(\.status) == [74, 74])
        #expect(completing.errors.contains("This change was not made"))
        #expect(completing.errors.contains("permissions"))
        try expect(directory.text(of: "state/store.json"), equals: content)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: unprivileged[0])))
    func 読めないディレクトリでは権限のことを言葉で言う() async throws {
        let state = directory.path + "/state"
        _ = try await calearning("boot", "--state-dir", state)
        chmod(state + "/journal", 0)

        let result = try await calearning("boot", "--state-dir", state, launcher: Self.unprivileged)

        chmod(state + "/journal", 0o700)
        #expect(result.status == 74)
        #expect(result.errors.contains("Permission denied"))
        #expect(result.errors.contains("change the permissions"))
        #expect(!result.errors.contains("NSCocoa"))
    }

    /// Without the owner's rights, even the program itself could not use its files again.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: unprivileged[0])), arguments: ["277", "777", "0"])
    func どんなumaskでも_持ち主だけが続けて使える(umask: String) async throws {
        let launcher =
            Self.unprivileged + ["/bin/sh", "-c", #"umask \#(umask) && cd "\#(directory.path)" && exec "$0" "$@""#]

        let results = [
            try await calearning("boot", "--state-dir", "new/state", "--record", "boot.jsonl", launcher: launcher),
            try await calearning("tutorial", "--complete", "--state-dir", "new/state", launcher: launcher),
            try await calearning("leftovers", "left", "--depth", "0", launcher: launcher),
            try await calearning("leftovers", "left", "--resume", launcher: launcher),
        ]

        #expect(results.map(\.status) == [0, 0, 0, 0], "\(results)")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: directory.path)
        #expect(paths.count > 60)
        for path in paths {
            var isDirectory: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: directory.path + "/" + path, isDirectory: &isDirectory)
            try expect(directory.mode(of: path), equals: isDirectory.boolValue ? 0o700 : 0o600, "\(path)")
        }
    }

    @Test func 利用者の既定値にも同時の起動で一つのUDIDだけが残る() async throws {
        let environment = ["HOME": directory.path, "CALEARNING_STORE": "user-defaults", "CALEARNING_FORMAT": "json"]

        let udids = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<24 {
                group.addTask {
                    let result = try await ProgramProcess(["boot"], environment: environment).run()
                    #expect(result.status == 0, "\(result.output) \(result.errors)")
                    return try result.json().udid
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }

        #expect(udids.count == 1)
        #expect(udids.first != .some(nil))
    }
}
