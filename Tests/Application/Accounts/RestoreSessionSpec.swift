import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import Usecases
import UsecasesStorage
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

private let session = DeviceMemory.keys.session

private func restore(with dependencies: Dependencies) async throws -> Scenario<RestoreSession> {
    try await RestoreSession.interact(from: RestoreSession.initial, as: .user, with: dependencies)
}

@Suite(.behaviour) struct `ユースケース【ログイン状態を確かめる】` {
    @Suite struct ログイン状態が保存されていない場合 {
        @Test func アプリはログイン画面を表示し_サーバには尋ねない() async throws {
            let accounts = StubAccountBackend()

            let scenario = try await restore(with: .fixture(accountBackend: accounts))

            #expect(scenario.goal == .ログインしていない場合_アプリはログイン画面を表示(udid: nil))
            #expect(scenario.sentences == ["アプリはログイン状態が保存されていないかを調べる", "ログインしていない場合_アプリはログイン画面を表示"])
            #expect(accounts.calls == [])
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
            let accounts = StubAccountBackend(session: .success(nil))
            let udid = DeviceMemory.keys.udid.with("u-1")
            let dataStore = InMemoryDataStore(udid, session.with(.example))

            let scenario = try await restore(with: .fixture(dataStore: dataStore, accountBackend: accounts))

            #expect(scenario.goal == .ログインしていない場合_アプリはログイン画面を表示(udid: UDID("u-1")))
            #expect(
                scenario.sentences == [
                    "アプリはログイン状態が保存されていないかを調べる", "アプリはサーバにログイン状態を確かめる", "セッションが終わっている場合_アプリはログイン状態を忘れる",
                    "ログインしていない場合_アプリはログイン画面を表示",
                ])
            try await expect(dataStore.contents, equals: StoredContents(udid))
        }
    }
}

@Suite struct `ユースケース【ログイン状態を確かめる】の約束` {
    /// Another process logs in while the request to the server is in progress.
    @Test func その間に保存されたログイン状態は忘れない() async throws {
        let dataStore = InMemoryDataStore(session.with(.example))
        let dependencies = Dependencies.fixture(
            dataStore: dataStore, accountBackend: StubAccountBackend(session: .success(nil))
        ).after("AccountBackend.session") { await dataStore.save(session.with(.fixture())) }

        _ = try await restore(with: dependencies)

        try await expect(dataStore.contents, equals: StoredContents(session.with(.fixture())))
    }
}
