import Foundation
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct 標準の入出力に何かある場合 {
    private let calearning = Calearning()

    init() throws {
        try FileManager.default.createDirectory(atPath: calearning.path("state"), withIntermediateDirectories: true)
        chmod(calearning.path("state"), 0o700)
        try calearning.directory.write("damaged", to: "state/store.json")
    }

    /// Runs the program with a `redirection` in shell syntax.
    private func run(_ arguments: String..., redirection: String) async throws -> ProgramProcess.Result {
        try await calearning(arguments, through: ["/bin/sh", "-c", #"exec "$0" "$@" \#(redirection)"#])
    }

    /// Runs the program with output that no process reads. Returns the status, as the shell reports it, and the errors.
    private func unread(
        _ arguments: String..., redirection: String = ""
    ) async throws -> (status: String, errors: String) {
        let command = #"{ "$0" "$@" \#(redirection); echo $? >"$FILE"; } | exec 0<&-"#
        let result = try await calearning(
            arguments, ["FILE": calearning.path("status")], through: ["/bin/sh", "-c", command])
        return (try calearning.directory.text(of: "status"), result.errors)
    }

    @Test(arguments: ["2>&-", "2>/dev/full", "2>&- >&- <&-", "2>/dev/full >/dev/null"])
    func 標準エラー出力に書けなくても終了ステータスは変わらない(redirection: String) async throws {
        let damaged = try await run("boot", redirection: redirection)
        let misused = try await run("boot", "--nope", redirection: redirection)
        let unknown = try await run("nope", redirection: redirection)
        let unreadable = try await run("replay", "/nowhere", redirection: redirection)

        #expect([damaged, misused, unknown, unreadable].map(\.status) == [65, 64, 64, 74])
        #expect([damaged, misused, unknown, unreadable].allSatisfy { !$0.isKilled })
    }

    @Test func 読む人のいない標準エラー出力でも終了ステータスは変わらない() async throws {
        try await expect(unread("boot", "--trace", redirection: "2>&1 >/dev/null").status, equals: "65\n")
    }

    @Test(arguments: ["boot", "usecases", "--help"])
    func 標準出力に書けなければ七十四で終わる(command: String) async throws {
        try FileManager.default.removeItem(atPath: calearning.path("state/store.json"))

        for redirection in [">/dev/full", ">&-"] {
            let result = try await run(command, redirection: redirection)

            #expect(result.status == 74, "\(redirection)")
            #expect(result.errors.contains("standard output"))
        }
    }

    @Test func 閉じられた標準出力の代わりに開いたファイルへは書かれない() async throws {
        try FileManager.default.removeItem(atPath: calearning.path("state/store.json"))
        let recording = calearning.path("run.jsonl")

        let result = try await run("boot", "--trace", "--record", recording, redirection: "<&- >&- 2>&-")
        let replayed = try await calearning("replay", recording)

        #expect(result.status == 74)
        #expect(replayed.status == 0)
        let lines = try calearning.directory.text(of: "run.jsonl").split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("{") })
    }

    @Test func 結果を読む人が去ればその合図で終わる() async throws {
        let end = try await unread("usecases", "--format", "html")

        #expect(end.status == "141\n")
        #expect(!end.errors.contains("calearning"))
    }
}

#if !canImport(Darwin)
@Suite(.timeLimit(.minutes(5)), .enabled(if: SmallDisk.isAvailable)) struct `procがない場合` {
    @Test(arguments: ["C", "ja_JP.UTF-8"]) func 必要なものと対処を言って終わる(locale: String) async throws {
        let hidden = ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", #"mount -t tmpfs none /proc && exec "$0" "$@""#]

        for _ in 1...20 {
            let result = try await ProgramProcess(["boot"], environment: ["LC_ALL": locale], through: hidden).run()

            #expect(result.status == 70 && !result.isKilled)
            #expect(result.output.isEmpty && result.errors.contains("mount -t proc proc /proc"))
        }
    }
}
#endif
