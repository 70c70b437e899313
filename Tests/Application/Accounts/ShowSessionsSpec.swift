import CalearningApplication
import CalearningDomain
import Testing
import Usecases
import UsecasesStorage
import UsecasesTesting

@testable import CalearningTestSupport

private let session = DeviceMemory.keys.session

private func showSessions(with dependencies: Dependencies) async throws -> Scenario<ShowSessions> {
    try await ShowSessions.interact(from: ShowSessions.initial, as: .user, with: dependencies)
}

@Suite(.behaviour) struct `ユースケース【ログイン中の端末を見る】` {
    @Suite struct ログイン状態が保存されていない場合 {
        @Test func アプリはログイン画面を表示し_サーバには尋ねない() async throws {
            try await expectNoRequest(reaching: .ログインしていない場合_アプリはログイン画面を表示, after: ["アプリはログイン状態が保存されていないかを調べる"]) {
                try await showSessions(with: $0)
            }
        }
    }

    @Suite struct セッションが続いている場合 {
        @Test func アプリはログイン中の端末を表示() async throws {
            let accounts = StubAccountBackend()
            let dataStore = InMemoryDataStore(session.with(.example))

            let scenario = try await showSessions(with: .fixture(dataStore: dataStore, accountBackend: accounts))

            #expect(scenario.goal == .アプリはログイン中の端末を表示(list: .example))
            #expect(
                scenario.sentences == [
                    "アプリはログイン状態が保存されていないかを調べる", "アプリはサーバにログイン中の端末を尋ねる", "アプリはログイン中の端末を表示",
                ])
            #expect(accounts.calls == [.sessions(.example)])
            try await expect(dataStore.contents, equals: StoredContents(session.with(.example)))
        }
    }

    @Suite struct セッションが終わっている場合 {
        @Test func アプリはログイン状態を忘れ_ログイン画面を表示() async throws {
            try await expectForgotten(
                reaching: .ログインしていない場合_アプリはログイン画面を表示, after: ["アプリはログイン状態が保存されていないかを調べる", "アプリはサーバにログイン中の端末を尋ねる"],
                StubAccountBackend(sessions: .success(nil)), "sessions"
            ) { try await showSessions(with: $0) }
        }
    }
}
