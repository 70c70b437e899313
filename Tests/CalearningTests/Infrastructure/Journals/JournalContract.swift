import CalearningApplication
import CalearningDomain
import Foundation
import Testing
import Usecases
import UsecasesStorage
import UsecasesSystem
import UsecasesTesting

/// Each adapter of the port, created anew for each test.
enum JournalAdapter: CaseIterable, Sendable {
    case inMemory, file

    struct Fixture: Sendable {
        let journal: any Journal
        /// All journals as text.
        let text: @Sendable () async throws -> String
    }

    func withJournal(_ body: (Fixture) async throws -> Void) async throws {
        switch self {
        case .inMemory:
            let journal = InMemoryJournal()
            try await body(Fixture(journal: journal) { await journal.text })
        case .file:
            let directory = try TemporaryDirectory()
            let path = directory.path + "/journal"
            try await body(
                Fixture(journal: FileJournal(directory: directory.path, clock: PatientClock())) {
                    guard FileManager.default.fileExists(atPath: path) else { return "" }
                    return try FileManager.default.contentsOfDirectory(atPath: path).sorted().map {
                        try String(contentsOfFile: path + "/" + $0, encoding: .utf8)
                    }.joined()
                })
        }
    }
}

private let tutorial = Boot.Goals.チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示
private let login = Boot.Goals.チュートリアル完了の記録がある場合_アプリはログイン画面を表示(udid: .fixture())

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
    @Suite struct 実行が途切れた場合 {
        @Test(arguments: JournalAdapter.allCases, DataStoreAdapter.allCases)
        func どの呼び出しの前後で途切れても次の実行が続きから同じゴールに着く(
            adapter: JournalAdapter, storeAdapter: DataStoreAdapter
        ) async throws {
            // Five calls: the UDID, the key, the issue, the UDID again, the tutorial record.
            for ordinal in 1...5 {
                for moment in Crash.Moment.allCases {
                    try await adapter.withJournal { fixture async throws in
                        try await storeAdapter.withStore { store async throws in
                            let backend = StubBackend()
                            let dependencies = Dependencies.fixture(
                                dataStore: store, backend: backend, journal: fixture.journal)
                            let crash = Crash(at: ordinal, moment)

                            let first = await boot(dependencies, crash)
                            let second = await boot(dependencies)

                            #expect(crash.happened)
                            #expect((try? first.get()) == nil)
                            #expect(try second.get().goal == tutorial)
                            #expect(try second.get().scenes.count == 4)
                            #expect(backend.installations.count == 1, "asked again, \(ordinal) \(moment)")
                            try await expect(store.get(DeviceMemory.keys.udid), equals: UDID.fixture().rawValue)
                            try await expect(fixture.text(), equals: "")
                        }
                    }
                }
            }
        }

        @Test(arguments: JournalAdapter.allCases)
        func 次の実行も途切れてよく何度でも続きから進む(adapter: JournalAdapter) async throws {
            try await adapter.withJournal { fixture async throws in
                let backend = StubBackend()
                let dependencies = Dependencies.fixture(backend: backend, journal: fixture.journal)

                for ordinal in 1...5 {
                    _ = await boot(dependencies, Crash(at: ordinal, .after))
                }
                let last = await boot(dependencies)

                #expect(try last.get().goal == tutorial)
                #expect(backend.installations.count == 1)
                try await expect(fixture.text(), equals: "")
            }
        }

        @Test(arguments: JournalAdapter.allCases)
        func なされたが書き留められなかった操作は同じ鍵でもう一度なされる(adapter: JournalAdapter) async throws {
            try await adapter.withJournal { fixture async throws in
                let backend = CrashingBackend()
                var dependencies = Dependencies.fixture(backend: backend, journal: fixture.journal)

                let first = await boot(dependencies)
                let stub = StubBackend()
                dependencies.backend.adapter = stub
                let second = await boot(dependencies)

                #expect((try? first.get()) == nil)
                #expect(try second.get().goal == tutorial)
                #expect(stub.installations == backend.installations)
            }
        }

        @Test(arguments: JournalAdapter.allCases)
        func 最後の変更より後は今の内容に従う(adapter: JournalAdapter) async throws {
            try await adapter.withJournal { fixture async throws in
                let store = InMemoryDataStore()
                let dependencies = Dependencies.fixture(dataStore: store, journal: fixture.journal)

                _ = await boot(dependencies, Crash(at: 5, .after))
                _ = try await CompleteTutorial.interact(from: CompleteTutorial.initial, with: dependencies)
                let second = await boot(dependencies)

                #expect(try second.get().goal == login)
            }
        }

        @Test(arguments: JournalAdapter.allCases)
        func 初期状態に戻した後は新しく始まる(adapter: JournalAdapter) async throws {
            try await adapter.withJournal { fixture async throws in
                let backend = StubBackend()
                let dependencies = Dependencies.fixture(backend: backend, journal: fixture.journal)

                _ = await boot(dependencies, Crash(at: 4, .after))
                _ = try await Reset.interact(from: Reset.initial, with: dependencies)
                try await expect(fixture.text(), equals: "")
                let second = await boot(dependencies)

                #expect(try second.get().goal == tutorial)
                #expect(Set(backend.installations).count == 2)
            }
        }

        @Test(arguments: JournalAdapter.allCases)
        func 実行できないアクターは何も引き継がない(adapter: JournalAdapter) async throws {
            try await adapter.withJournal { fixture async throws in
                let dependencies = Dependencies.fixture(journal: fixture.journal)

                _ = await boot(dependencies, Crash(at: 3, .after))
                let kept = try await fixture.text()
                await #expect(throws: UnfinishedScenario<RegisterDevice>.self) {
                    try await RegisterDevice.interact(
                        from: RegisterDevice.initial(kind: .terminal, key: nil), as: .user, with: dependencies)
                }

                #expect(kept != "")
                try await expect(fixture.text(), equals: kept)
            }
        }
    }

    @Suite struct 何が書き留められるか {
        @Test(arguments: JournalAdapter.allCases)
        func 外を変えるまでは何も書かない(adapter: JournalAdapter) async throws {
            try await adapter.withJournal { fixture async throws in
                let store = InMemoryDataStore(DeviceMemory.keys.udid.with("u-1"))

                _ = await boot(.fixture(dataStore: store, journal: fixture.journal), Crash(at: 2, .after))

                try await expect(fixture.text(), equals: "")
            }
        }

        @Test(arguments: JournalAdapter.allCases)
        func 秘密は書かれない(adapter: JournalAdapter) async throws {
            try await adapter.withJournal { fixture async throws in
                let store = InMemoryDataStore()

                _ = await boot(.fixture(dataStore: store, journal: fixture.journal), Crash(at: 4, .after))

                let key = try #require(try await store.get(DeviceMemory.keys.installationKey))
                let text = try await fixture.text()
                #expect(text.contains(UDID.fixture().rawValue))
                #expect(!text.contains(key.rawValue))
                // Nor the random number that it was made from: its last 62 bits, in any spelling.
                let random = key.rawValue.suffix(17).filter { $0 != "-" }
                let number = try #require(UInt64(random, radix: 16))
                #expect(!text.contains("\(number)"))
                #expect(!text.contains("\(number & 0x3FFF_FFFF_FFFF_FFFF)"))
            }
        }

        @Test(arguments: JournalAdapter.allCases)
        func 失敗で終わった実行は続けられない(adapter: JournalAdapter) async throws {
            try await adapter.withJournal { fixture async throws in
                let failing = StubBackend(.failure(.service(error: .client(.ネットワーク接続不可))))

                let run = await boot(.fixture(backend: failing, journal: fixture.journal))

                #expect((try? run.get()) == nil)
                try await expect(fixture.text(), equals: "")
            }
        }
    }

    private enum Step: Sendable {
        case boot, complete, reset
        case crash(Int, Crash.Moment)

        static func random(_ choices: inout RandomChoices) -> Step {
            switch choices.number(in: 0...9) {
            case 0: .boot
            case 1: .complete
            case 2: .reset
            default: .crash(choices.number(in: 1...6), choices.one(of: Crash.Moment.allCases))
            }
        }
    }

    /// What can be observed of a history: the goals, for how many installations a UDID was issued, and whether anything is left.
    private func observed(_ steps: [Step], with adapter: JournalAdapter) async throws -> [String] {
        var observed: [String] = []
        try await adapter.withJournal { fixture async throws in
            let (store, backend) = (InMemoryDataStore(), StubBackend())
            let dependencies = Dependencies.fixture(dataStore: store, backend: backend, journal: fixture.journal)
            for step in steps {
                var goal = "none"
                switch step {
                case .boot: goal = "\(try await boot(dependencies).get().goal)"
                case .crash(let ordinal, let moment):
                    let run = await boot(dependencies, Crash(at: ordinal, moment))
                    if case .success(let scenario) = run { goal = "\(scenario.goal)" }
                case .complete:
                    _ = try await CompleteTutorial.interact(from: CompleteTutorial.initial, with: dependencies)
                case .reset: _ = try await Reset.interact(from: Reset.initial, with: dependencies)
                }
                let text = try await fixture.text()
                if goal != "none" { try promise(text, is: "") }
                let udid = try await store.get(DeviceMemory.keys.udid)
                observed.append("\(goal), \(Set(backend.installations).count), \(udid ?? "-"), \(text.isEmpty)")
            }
            // A run that is not interrupted reaches a goal from wherever the others were.
            _ = try await boot(dependencies).get()
            let resets = steps.count { if case .reset = $0 { true } else { false } }
            try promise(Set(backend.installations).count <= resets + 1, "each installation has one key")
        }
        return observed
    }

    @Test func でたらめに途切れる履歴でも_どのジャーナルも同じ続きになる() async {
        await forAll(40) {
            $0.list(0...8, of: Step.random)
        } holds: { steps in
            let expected = try await observed(steps, with: .inMemory)
            try promise(try await observed(steps, with: .file), is: expected)
        }
    }

    @Test(arguments: JournalAdapter.allCases)
    func 同時の実行は互いの続きを取らない(adapter: JournalAdapter) async throws {
        try await adapter.withJournal { fixture async throws in
            let backend = StubBackend()
            let dependencies = Dependencies.fixture(backend: backend, journal: fixture.journal)

            let goals = await withTaskGroup(returning: [Boot.Goals].self) { group in
                for _ in 0..<16 {
                    group.addTask { await boot(dependencies) }
                }
                return await group.reduce(into: []) { goals, run in
                    if case .success(let scenario) = run { goals.append(scenario.goal) }
                }
            }

            #expect(goals == Array(repeating: tutorial, count: 16))
            #expect(Set(backend.installations).count == 1)
            try await expect(fixture.text(), equals: "")
        }
    }
}

/// Performs its operation, and then crashes the whole run.
private final class CrashingBackend: Backend {
    private let stub = StubBackend()

    var installations: [InstallationKey] { stub.installations }

    func publishUdid(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID {
        _ = try await stub.publishUdid(for: installation)
        throw .interrupted
    }
}
