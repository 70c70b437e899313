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

private let guide = Enrol.Goals.案内を読んだ記録がない場合_アプリは案内を表示

private func enrol(
    _ dependencies: Dependencies, _ taps: any Tap...
) async -> Result<Scenario<Enrol>, UnfinishedScenario<Enrol>> {
    var dependencies = dependencies
    dependencies.taps = taps
    do {
        return .success(try await Enrol.interact(from: Enrol.initial, with: dependencies))
    } catch {
        return .failure(error)
    }
}

@Suite struct ジャーナルの契約 {
    @Test(arguments: JournalAdapter.allCases, JournalContract.allCases)
    func どのアダプタもどの約束も守る(adapter: JournalAdapter, promise: JournalContract) async throws {
        try await promise.check(tries: 40) { body in
            try await adapter.withJournal(body)
        }
    }

    @Test(arguments: JournalAdapter.allCases, DataStoreAdapter.allCases)
    func 会に入ることはどの呼び出しの前後で途切れても次の実行が続きから同じゴールに着く(
        adapter: JournalAdapter, storeAdapter: DataStoreAdapter
    ) async throws {
        // Five calls: the number, the ticket, the office, the number again, the record.
        for ordinal in 1...5 {
            for moment in Crash.Moment.allCases {
                try await adapter.withJournal { journal, text async throws in
                    try await storeAdapter.withStore { store async throws in
                        let office = StubOffice()
                        let dependencies = Dependencies.testing(dataStore: store, journal: journal) {
                            $0.office.adapter = office
                        }
                        let crash = Crash(at: ordinal, moment)

                        let first = await enrol(dependencies, crash)
                        let second = await enrol(dependencies)

                        #expect(crash.happened)
                        #expect((try? first.get()) == nil)
                        try expect(second.get().goal, equals: guide)
                        try expect(second.get().scenes.count, equals: 4)
                        #expect(office.tickets.count == 1, "asked again, \(ordinal) \(moment)")
                        try await expect(store.get(Membership.number), equals: "7")
                        try await expect(text(), equals: "")
                    }
                }
            }
        }
    }
}
