#if Server
import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Foundation
import Synchronization
import Testing
import UsecasesEngine
import UsecasesRuns
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport

@Suite struct 運用の記録 {
    private func line<Executed: Usecase>(
        of step: Step<Executed>, sudo: String? = nil, in dependencies: Dependencies
    ) async throws -> [String: String] {
        let lines = Mutex<[String]>([])
        var dependencies = dependencies
        let log = OperatorLog(environment: Environment(variables: sudo.map { ["SUDO_USER": $0] } ?? [:])) { line in
            lines.withLock { $0.append(line) }
        }
        dependencies.taps.insert(log, at: 0)
        _ = try? await Executed.interact(from: step, as: .operator, with: dependencies)
        let written = lines.withLock { $0 }
        #expect(written.count == 1)
        let members = try JSONSerialization.jsonObject(with: Data(try #require(written.first).utf8))
        return try #require(members as? [String: Any]).mapValues { "\($0)" }
    }

    @Test func 操作ごとに_誰が何をしたかを一行に書く() async throws {
        let line = try await line(
            of: LockAccount.initial(name: .example), sudo: "alice", in: .operated(StubAdministration()))

        #expect(
            line == [
                "event": "operated", "usecase": "LockAccount", "outcome": "done", "uid": "\(getuid())",
                "sudoUser": "alice",
                "call": "Administration.setLock(true, of: \(AccountName.example), at: \(Timestamp.example))",
            ])
    }

    @Test func 実行をやめさせたことも書く() async throws {
        let queue = InMemoryRunQueue(clock: ManualClock())
        let key = try await queue.add()

        let line = try await line(of: CancelRun.initial(key: key), in: .operated(queue))

        #expect(line["usecase"] == "CancelRun" && line["outcome"] == "done")
        #expect(line["call"] == "DurableRuns.cancel(\(key))")
    }

    @Test func 復旧コードは書かない() async throws {
        let line = try await line(of: AllowRecovery.initial(name: .example), in: .operated(StubAdministration()))

        #expect(line["call"]?.contains("allowRecovery(of: \(AccountName.example), by: [redacted]") == true, "\(line)")
        #expect(line["sudoUser"] == nil)
    }

    @Test func 失敗も書く() async throws {
        var dependencies = Dependencies.operated(StubAdministration())
        dependencies.backupMaker.adapter = FailingBackupMaker()

        let line = try await line(of: BackUpDatabase.initial(file: "/b"), in: dependencies)

        #expect(line["outcome"] == "unwritable")
        #expect(line["call"] == "BackupMaker.backUp(to: /b)")
    }
}

private struct FailingBackupMaker: BackupMaker {
    func backUp(to file: String) async throws(ErrorWrapper) -> BackupOutcome {
        throw .system(error: .dataStore(.unwritable(location: file, content: .backup)))
    }
}
#endif
