#if Server
import Foundation
import Synchronization
import Testing
import UsecasesTestSupport

@testable import CalearningTestSupport

private let traced = "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\n"

/// Returns the statuses of requests that each cause a line in the log.
private func statuses(of count: Int, from port: Int) async throws -> [Int] {
    let connection = try RawConnection(port: port)
    for _ in 0..<count - 1 { connection.send("GET /health HTTP/1.1\r\nHost: a\r\n\(traced)\r\n") }
    connection.send("GET /health HTTP/1.1\r\nHost: a\r\n\(traced)Connection: close\r\n\r\n")
    return await connection.answers().map(\.status)
}

private func metrics(_ port: Int) async throws -> String {
    let connection = try RawConnection(port: port, sending: RawConnection.request("/metrics", isLast: true))
    return try #require(await connection.answers().first).text
}

@Suite(.timeLimit(.minutes(5))) struct サービスのログの先 {
    /// The ports of this process, outside the range that the system assigns.
    private static let ports = Mutex(12_000 + Int(getpid()) % 2000 * 10)

    private let directory = TemporaryDirectory()

    /// Starts the service on a port that the system never assigns, because the log cannot be read to find the port.
    /// Returns when the service answers.
    private func start(
        _ arguments: [String] = [], errors: String
    ) async throws -> (port: Int, pid: pid_t, task: Task<ProgramProcess.Result, any Error>) {
        let port = Self.ports.withLock { next in
            defer { next += 1 }
            return next
        }
        let process = ProgramProcess(
            ["serve", "--port", "\(port)"] + arguments,
            environment: ["CALEARNING_STATE_DIR": directory.path + "/service"], errors: errors)
        let started = Mutex<pid_t?>(nil)
        let hasEnded = Mutex(false)
        let task = Task {
            defer { hasEnded.withLock { $0 = true } }
            return try await process.run { pid in started.withLock { $0 = pid } }
        }
        try await eventually("the service listens on \(port)") {
            try #require(!hasEnded.withLock { $0 })
            return started.withLock { $0 != nil } && (try? RawConnection(port: port)) != nil
        }
        let pid = started.withLock { $0 }
        return (port, try #require(pid), task)
    }

    @Test func 誰も読まない管が一杯でも答え_SIGTERMで終わる() async throws {
        let pipe = try UnreadPipe(in: directory)
        let service = try await start(["--log-rate", "off"], errors: pipe.path)

        let answers = try await statuses(of: 5000, from: service.port)
        let text = try await metrics(service.port)
        kill(service.pid, SIGTERM)
        let result = try await service.task.value

        #expect(answers == Array(repeating: 200, count: 5000))
        #expect(text.contains(#"calearning_log_lines_dropped_total{reason="full"}"#))
        #expect(!result.isKilled)
        #expect(result.status == 0)
        // The pipe contains complete lines, and at most the beginning of one more.
        let lines = pipe.read().split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count > 10)
        #expect(lines.allSatisfy { (try? JSONObject(String($0))) != nil })
    }

    @Test func 読む者が去っても答え続ける() async throws {
        let pipe = try UnreadPipe(in: directory)
        let service = try await start(errors: pipe.path)
        // The only other descriptor of the pipe is closed when its owner is released.
        _ = consume pipe

        let answers = try await statuses(of: 100, from: service.port)
        kill(service.pid, SIGTERM)
        let result = try await service.task.value

        #expect(answers == Array(repeating: 200, count: 100))
        #expect(result.status == 0)
    }

    @Test func 相手が書かせる行には量の上限がある() async throws {
        let service = try await ServeProcess(["--log-rate", "2/s"], in: directory)

        let answers = try await statuses(of: 2000, from: service.port)
        let text = try await metrics(service.port)
        let result = try await service.stop()

        let spans = service.lines.filter { $0["message"] == "span" }
        let notices = service.lines.filter { $0["message"]?.contains("left out") == true }
        let leftOut = notices.map { $0.members["rate"] as? Int ?? 0 }.reduce(0, +)
        #expect(answers == Array(repeating: 200, count: 2000))
        #expect(spans.count < 1000)
        #expect(text.contains(#"calearning_log_lines_dropped_total{reason="rate"}"#))
        #expect(leftOut > 1000)
        #expect(result.status == 0)
        // The last dropped lines may be reported after it.
        #expect(service.lines.suffix(2).contains { $0["message"] == "stopped" })
    }

    #if !canImport(Darwin)
    @Test(arguments: [
        ("en", "Serving (http://127.0.0.1:[0-9]+) · pages (http://127.0.0.1:[0-9]+)/web · Ctrl-C stops"),
        ("ja", "提供中 (http://127.0.0.1:[0-9]+) · ページ (http://127.0.0.1:[0-9]+)/web · Ctrl-Cで終了"),
    ])
    func 端末では所在と止め方を一行で示し_記録も文で書く(language: String, line: String) async throws {
        let terminal = try TerminalProcess(
            ["serve", "--web", "--port", "0"],
            environment: [
                "CALEARNING_STATE_DIR": directory.path + "/service", "CALEARNING_LANGUAGE": language,
                "SWIFT_BACKTRACE": "interactive=no",
            ],
            command: #"trap : INT; echo; "$0" "$@"; echo "status=$?""#)

        #expect(await terminal.shows("Ctrl-C"))
        terminal.type("\u{3}")
        await terminal.end()

        let regex = try Regex(line)
        let matches = terminal.output.split(whereSeparator: \.isNewline).compactMap { $0.wholeMatch(of: regex) }
        #expect(matches.count == 1, "\(terminal.output)")
        #expect(matches.allSatisfy { $0[1].substring == $0[2].substring })
        #expect(terminal.output.contains(" UTC notice: stopped"))
        #expect(!terminal.output.contains("{"))
        #expect(terminal.output.contains("status=0"))
    }
    #endif
}
#endif
