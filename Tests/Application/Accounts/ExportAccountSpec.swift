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

private func exportAccount(with dependencies: Dependencies) async throws -> Scenario<ExportAccount> {
    try await ExportAccount.interact(from: ExportAccount.initial, as: .user, with: dependencies)
}

@Suite(.behaviour) struct `ユースケース【アカウントのデータを見る】` {
    @Suite struct ログイン状態が保存されていない場合 {
        @Test func アプリはログイン画面を表示し_サーバには尋ねない() async throws {
            let accounts = StubAccountBackend()

            let scenario = try await exportAccount(with: .fixture(accountBackend: accounts))

            #expect(scenario.goal == .ログインしていない場合_アプリはログイン画面を表示)
            #expect(scenario.sentences == ["アプリはログイン状態が保存されていないかを調べる", "ログインしていない場合_アプリはログイン画面を表示"])
            #expect(accounts.calls == [])
        }
    }

    @Suite struct セッションが続いている場合 {
        @Test func アプリはアカウントのデータを表示() async throws {
            let accounts = StubAccountBackend()
            let dataStore = InMemoryDataStore(session.with(.example))

            let scenario = try await exportAccount(with: .fixture(dataStore: dataStore, accountBackend: accounts))

            #expect(scenario.goal == .アプリはアカウントのデータを表示(export: .example))
            #expect(
                scenario.sentences == [
                    "アプリはログイン状態が保存されていないかを調べる", "アプリはサーバにアカウントのデータを求める", "アプリはアカウントのデータを表示",
                ])
            #expect(accounts.calls == [.export(.example)])
            try await expect(dataStore.contents, equals: StoredContents(session.with(.example)))
        }
    }

    @Suite struct セッションが終わっている場合 {
        @Test func アプリはログイン状態を忘れ_ログイン画面を表示() async throws {
            let accounts = StubAccountBackend(export: .success(nil))
            let udid = DeviceMemory.keys.udid.with("u-1")
            let dataStore = InMemoryDataStore(udid, session.with(.example))

            let scenario = try await exportAccount(with: .fixture(dataStore: dataStore, accountBackend: accounts))

            #expect(scenario.goal == .ログインしていない場合_アプリはログイン画面を表示)
            #expect(
                scenario.sentences == [
                    "アプリはログイン状態が保存されていないかを調べる", "アプリはサーバにアカウントのデータを求める", "セッションが終わっている場合_アプリはログイン状態を忘れる",
                    "ログインしていない場合_アプリはログイン画面を表示",
                ])
            try await expect(dataStore.contents, equals: StoredContents(udid))
        }
    }
}

@Suite struct `ユースケース【アカウントのデータを見る】の約束` {
    /// Another process logs in while the request to the server is in progress.
    @Test func その間に保存されたログイン状態は忘れない() async throws {
        let dataStore = InMemoryDataStore(session.with(.example))
        let dependencies = Dependencies.fixture(
            dataStore: dataStore, accountBackend: StubAccountBackend(export: .success(nil))
        ).after("AccountBackend.export") { await dataStore.save(session.with(.fixture())) }

        _ = try await exportAccount(with: dependencies)

        try await expect(dataStore.contents, equals: StoredContents(session.with(.fixture())))
    }
}
