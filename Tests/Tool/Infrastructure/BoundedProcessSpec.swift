import Foundation
import Testing
import UsecasesTestSupport

@testable import UsecasesTool

private func process(
    _ script: String, timeout: Duration = .seconds(60), outputLimit: Int = 1000, endsOthers: Bool = false
) -> BoundedProcess {
    BoundedProcess(
        command: ["sh", "-c", script], environment: ["PATH": "/usr/bin:/bin"], timeout: timeout,
        outputLimit: outputLimit, endsOthers: endsOthers)
}

@Suite struct 制限付きのプロセス {
    @Test func 終了ステータスと書かれたものを返す() async throws {
        let result = try await process("echo out; echo err >&2; exit 3").run()

        #expect(result.ending == .exited(3))
        #expect(result.output == "out\n")
        #expect(result.errors == "err\n")
    }

    @Test func シグナルで終わればそれを返す() async throws {
        let result = try await process("kill -SEGV $$").run()

        #expect(result.ending == .signalled(SIGSEGV))
    }

    @Test(arguments: [SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGXCPU, SIGXFSZ])
    func どのシグナルも塞がれていない(signal: Int32) async throws {
        let result = try await process("kill -\(signal) $$; echo blocked").run()

        #expect(result.ending == .signalled(signal))
        #expect(result.output.isEmpty)
    }

    @Test func プログラムがなければ127で終わる() async throws {
        let result = try await BoundedProcess(
            command: ["no-such-program"], environment: ["PATH": "/usr/bin:/bin"], timeout: .seconds(60),
            outputLimit: 1000
        ).run()

        #expect(result.ending == .exited(127))
    }

    @Test func 書かれたものは限りまで読む() async throws {
        let result = try await process("yes | head -c 100000", outputLimit: 10).run()

        #expect(result.output.utf8.count == 10)
    }

    @Test(arguments: [false, true])
    func 時間を過ぎたら_起動したものごと終わらせる(endsOthers: Bool) async throws {
        let result = try await process(
            "sleep 1000 & echo $!; wait", timeout: .milliseconds(200), endsOthers: endsOthers
        ).run()

        #expect(result.ending == .timedOut)
        let child = try #require(pid_t(result.output.trimmingCharacters(in: .whitespacesAndNewlines)))
        try await eventually("it has ended") { kill(child, 0) != 0 }
    }

    @Test(.enabled(if: isLinux, "reads /proc")) func 終わったもののファイルは開いたままにならない() async throws {
        for _ in 0..<3 { _ = try await process("true").run() }

        let descriptors = "/proc/self/fd"
        let targets = try FileManager.default.contentsOfDirectory(atPath: descriptors).map {
            // Another spec may have closed it since.
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")) ?? ""
        }
        #expect(targets.filter { $0.contains("/process-") && $0.hasSuffix("(deleted)") } == [])
    }

    @Test func 取り消されたら終わらせて_取り消しを投げる() async throws {
        let (starts, started) = AsyncStream.makeStream(of: pid_t.self)
        let task = Task { try await process("sleep 1000").run { started.yield($0) } }
        let number = try #require(await starts.first { _ in true })

        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
        try await eventually("it has ended") { kill(-number, 0) != 0 }
    }
}
