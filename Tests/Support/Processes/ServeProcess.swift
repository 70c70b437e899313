#if Server
import Foundation
import Synchronization
import UsecasesTestSupport

/// `calearning serve` in a separate process on a separate port.
final class ServeProcess: Sendable {
    struct Ended: Error {
        let log: String
    }

    let port: Int
    private let pid: pid_t
    private let task: Task<ProgramProcess.Result, any Error>
    private let log: String

    /// Returns when the process listens. Throws its output if it does not.
    init(
        _ arguments: [String], in directory: TemporaryDirectory, environment: [String: String] = [:]
    ) async throws {
        let log = directory.path + "/serve-\(UUID().uuidString).log"
        try Data().write(to: URL(filePath: log))
        let process = ProgramProcess(
            ["serve", "--port", "0"] + arguments,
            environment: ["CALEARNING_STATE_DIR": directory.path + "/service"].merging(environment) { $1 },
            errors: log)
        let started = Mutex<pid_t?>(nil)
        let hasEnded = Mutex(false)
        let task = Task {
            defer { hasEnded.withLock { $0 = true } }
            return try await process.run { pid in started.withLock { $0 = pid } }
        }
        var port: Int?
        try await eventually("the service listens") {
            port = Self.lines(of: log).first { $0["message"] == "listening" }?["port"].flatMap { Int($0) }
            return port != nil || hasEnded.withLock(\.self)
        }
        guard let port, let pid = started.withLock(\.self) else {
            throw Ended(log: Self.text(of: log))
        }
        self.port = port
        self.pid = pid
        self.task = task
        self.log = log
    }

    var address: String { "http://127.0.0.1:\(port)" }
    var lines: [JSONObject] { Self.lines(of: log) }
    /// The complete output, unchanged.
    var text: String { Self.text(of: log) }

    func send(_ signal: Int32) {
        kill(pid, signal)
    }

    /// Returns the answer to a request on a separate connection. A body is sent as JSON, and `key` is the idempotency key.
    func answer(
        to path: String, _ method: String = "GET", _ body: String = "", key: String? = nil, port: Int? = nil
    ) async throws -> RawAnswer {
        let connection = try RawConnection(port: port ?? self.port)
        connection.send(RawConnection.request(path, method, body, key: key, isLast: true))
        guard let answer = await connection.answer() else { throw Ended(log: text) }
        return answer
    }

    func register(key: String? = nil) async throws -> RawAnswer {
        try await answer(to: "/udids", "POST", RawConnection.registration, key: key)
    }

    /// Sends the signal. Returns the end of the process.
    @discardableResult
    func stop(_ signal: Int32 = SIGTERM) async throws -> ProgramProcess.Result {
        kill(pid, signal)
        return try await task.value
    }

    private static func text(of log: String) -> String {
        (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    }

    private static func lines(of log: String) -> [JSONObject] {
        text(of: log).split(separator: "\n").compactMap { try? JSONObject(String($0)) }
    }
}
#endif
