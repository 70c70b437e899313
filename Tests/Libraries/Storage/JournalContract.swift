import Foundation
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTestSupport
import UsecasesTesting

/// The adapters of the port. Each test creates its own instance.
enum JournalAdapter: CaseIterable, Sendable {
    case inMemory, file

    /// Provides a journal. `body` also gets a closure that returns all journals as text.
    func withJournal(
        _ body: (any Journal, @escaping @Sendable () async throws -> String) async throws -> Void
    ) async throws {
        switch self {
        case .inMemory:
            let journal = InMemoryJournal()
            try await body(journal) { await journal.text }
        case .file:
            let directory = TemporaryDirectory()
            let path = directory.path + "/journal"
            try await body(FileJournal(directory: directory.path, clock: PatientClock())) {
                guard FileManager.default.fileExists(atPath: path) else { return "" }
                return try FileManager.default.contentsOfDirectory(atPath: path).sorted().map {
                    try String(contentsOfFile: path + "/" + $0, encoding: .utf8)
                }.joined()
            }
        }
    }
}

@Suite struct ジャーナルの契約 {
    @Test(arguments: JournalAdapter.allCases, JournalContract.allCases)
    func どのアダプタもどの約束も守る(adapter: JournalAdapter, promise: JournalContract) async throws {
        try await promise.check(tries: 40) { body in
            try await adapter.withJournal(body)
        }
    }
}
