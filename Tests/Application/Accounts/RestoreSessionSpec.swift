import CalearningApplication
import CalearningDomain
import Testing
import Usecases
import UsecasesStorage
import UsecasesTesting

@testable import CalearningTestSupport

private let session = DeviceMemory.keys.session

private func restore(with dependencies: Dependencies) async throws -> Scenario<RestoreSession> {
    try await RestoreSession.interact(from: RestoreSession.initial, as: .user, with: dependencies)
}

@Suite(.behaviour) struct `ユースケース【ログイン状態を確かめる】` {
    @Suite struct ログイン状態が保存されていない場合 {
        @Test func アプリはログイン画面を表示し_サーバには尋ねない() async throws {
            try await expectNoRequest(
                reaching: .ログインしていない場合_アプリはログイン画面を表示(udid: nil), after: ["アプリはログイン状態が保存されていないかを調べる"]
            ) {
                try await restore(with: $0)
            }
        }
    }

    @Suite struct セッションが続いている場合 {
        @Test func アプリはホーム画面を表示() async throws {
            let accounts = StubAccountBackend()
            let dataStore = InMemoryDataStore(session.with(.example))

            let scenario = try await restore(with: .fixture(dataStore: dataStore, accountBackend: accounts))

            #expect(scenario.goal == .アプリはホーム画面を表示(loggedIn: .example))
            #expect(
                scenario.sentences == [
                    "アプリはログイン状態が保存されていないかを調べる", "アプリはサーバにログイン状態を確かめる", "アプリはホーム画面を表示",
                ])
            #expect(accounts.calls == [.session(.example)])
            try await expect(dataStore.contents, equals: StoredContents(session.with(.example)))
        }
    }

    @Suite struct セッションが終わっている場合 {
        @Test func アプリはログイン状態を忘れ_ログイン画面を表示() async throws {
            try await expectForgotten(
                reaching: .ログインしていない場合_アプリはログイン画面を表示(udid: UDID("u-1")),
                after: ["アプリはログイン状態が保存されていないかを調べる", "アプリはサーバにログイン状態を確かめる"],
                StubAccountBackend(session: .success(nil)), "session"
            ) { try await restore(with: $0) }
        }
    }
}
