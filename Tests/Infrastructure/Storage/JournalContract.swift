import CalearningApplication
import CalearningDomain
import Foundation
import Testing
import Usecases
import UsecasesStorage
import UsecasesTesting

@testable import CalearningTestSupport

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
            let directory = try TemporaryDirectory()
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

private let tutorial = Boot.Goals.チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示

private func boot(
    _ dependencies: Dependencies, _ taps: any Tap...
) async -> Result<Scenario<Boot>, UnfinishedScenario<Boot>> {
    var dependencies = dependencies
    dependencies.taps = taps
    do {
        return .success(try await Boot.interact(from: Boot.initial, with: dependencies))
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
    func アプリの起動はどの呼び出しの前後で途切れても次の実行が続きから同じゴールに着く(
        adapter: JournalAdapter, storeAdapter: DataStoreAdapter
    ) async throws {
        // Five calls: the UDID, the key, the issue, the UDID again, the tutorial record.
        for ordinal in 1...5 {
            for moment in Crash.Moment.allCases {
                try await adapter.withJournal { journal, text async throws in
                    try await storeAdapter.withStore { store async throws in
                        let backend = StubBackend()
                        let dependencies = Dependencies.fixture(dataStore: store, backend: backend, journal: journal)
                        let crash = Crash(at: ordinal, moment)

                        let first = await boot(dependencies, crash)
                        let second = await boot(dependencies)

                        #expect(crash.happened)
                        #expect((try? first.get()) == nil)
                        try expect(second.get().goal, equals: tutorial)
                        try expect(second.get().scenes.count, equals: 4)
                        #expect(backend.installations.count == 1, "asked again, \(ordinal) \(moment)")
                        try await expect(store.get(DeviceMemory.keys.udid), equals: UDID.fixture().rawValue)
                        try await expect(text(), equals: "")
                    }
                }
            }
        }
    }
}
