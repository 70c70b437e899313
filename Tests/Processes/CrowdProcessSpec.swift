import Foundation
import Synchronization
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// Sixty-four processes on a state directory that is initially empty.
@Suite(.timeLimit(.minutes(5))) struct プロセスとしての大勢のboot {
    private static let count = 64

    enum Backend: CaseIterable, Sendable {
        case embedded, http
    }

    private let directory = TemporaryDirectory()
    private let server: LoopbackServer

    init() throws {
        // The server violates the rule about keys, because each answer has a different UDID.
        let count = Mutex(0)
        server = try LoopbackServer { connection in
            let number = count.withLock { count in
                count += 1
                return count
            }
            let body = #"{"udid":"u-\#(number)"}"#
            connection.send(LoopbackServer.head(201, length: body.utf8.count) + body)
        }
    }

    private func boot(_ backend: Backend, killedAfter delay: DispatchTimeInterval? = nil) async throws -> String? {
        let address = backend == .http ? server.address : "embedded"
        let process = ProgramProcess(
            ["boot", "--format", "json", "--backend", address],
            environment: ["CALEARNING_STATE_DIR": directory.path + "/state"])
        let result = try await process.run { pid in
            guard let delay else { return }
            DispatchQueue.global().asyncAfter(deadline: .now() + delay) { kill(pid, SIGKILL) }
        }
        if result.isKilled { return nil }
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        let udid: String = try #require(try result.json().udid)
        return udid
    }

    private func udids(_ backend: Backend, killing: Bool) async throws -> Set<String> {
        try await withThrowingTaskGroup(of: String?.self) { group in
            var random = SeededRandomSource()
            for number in 0..<Self.count {
                let isVictim = killing && number.isMultiple(of: 2)
                let delay = Int.random(in: 0...60_000, using: &random)
                group.addTask { try await boot(backend, killedAfter: isVictim ? .microseconds(delay) : nil) }
            }
            return try await group.reduce(into: Set()) { udids, udid in
                if let udid { udids.insert(udid) }
            }
        }
    }

    /// Half of the processes are killed at some time, or none.
    @Test(arguments: Backend.allCases, [false, true])
    func 同時に起動しても_半数が殺されても_残りは成功しUDIDは一つ(backend: Backend, killing: Bool) async throws {
        defer { server.stop() }

        let udids = try await udids(backend, killing: killing)

        #expect(udids.count == 1)
        try await expect(boot(backend), equals: udids.first)
        #expect(Set(server.requests.map { $0.headers["idempotency-key"] }).count == (backend == .http ? 1 : 0))
    }
}
