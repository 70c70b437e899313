import CalearningApplication
import CalearningDomain
import Foundation
import Synchronization
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTesting

@testable import CalearningTestSupport

/// The eighth chapter of the tutorial.
@Suite struct 記録の章 {
    private let lines = Lines()

    /// The lines of a recording.
    private final class Lines: Sendable {
        private let data = Mutex(Data())

        var recording: Recording {
            get throws { try Recording(data.withLock { $0 }) }
        }

        func append(_ line: Data) { data.withLock { $0 += line } }
    }

    private func record() async throws -> Scenario<Boot> {
        var dependencies = Dependencies.fixture()
        dependencies.taps = [RecordingTap { [lines] in lines.append($0) }]
        return try await Boot.interact(from: Boot.initial, with: dependencies)
    }

    /// Replays without ports, because all answers come from the recording.
    private func replay(_ replay: Replay) async throws -> Scenario<Boot> {
        var dependencies = Dependencies(clock: ImmediateClock(), randomSource: SeededRandomSource()) {
            $0.journal.adapter = InMemoryJournal()
        }
        dependencies.taps = [replay]
        return try await Boot.interact(from: Boot.initial, with: dependencies)
    }

    @Test func 記録だけから同じシナリオになる() async throws {
        let recorded = try await record()

        let replay = Replay(try #require(try lines.recording.runs.first))
        let replayed = try await self.replay(replay)

        #expect(replayed.scenes == recorded.scenes)
        #expect(replay.remarks == [])
    }

    @Test func 結果を一つ変えて再生する() async throws {
        _ = try await record()

        let change = OutcomeChange(call: "Backend.publishUdid", outcome: "ネットワーク接続不可")
        let changed = Replay(try #require(try lines.recording.runs.first), changing: [change])
        let unfinished = await #expect(throws: UnfinishedScenario<Boot>.self) { try await replay(changed) }

        #expect(unfinished?.scenes.last == .alternate(.UDIDがない場合_アプリはUDIDを取得する))
        #expect(unfinished?.error.name == "ネットワーク接続不可")
    }

    @Test func シーンの名だけのログからは同じ実行を作れない() async throws {
        let first = try await record()
        let second = try await Boot.interact(
            from: Boot.initial, with: .fixture(backend: StubBackend(.success(.fixture(2)))))

        #expect(first.sentences == second.sentences)
        #expect(first.scenes != second.scenes)
    }
}
