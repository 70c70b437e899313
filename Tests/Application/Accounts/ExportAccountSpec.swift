import CalearningApplication
import CalearningDomain
import Testing
import Usecases
import UsecasesStorage
import UsecasesTesting

@testable import CalearningTestSupport

private let session = DeviceMemory.keys.session

private func exportAccount(with dependencies: Dependencies) async throws -> Scenario<ExportAccount> {
    try await ExportAccount.interact(from: ExportAccount.initial, as: .user, with: dependencies)
}

@Suite(.behaviour) struct `ユースケース【アカウントのデータを見る】` {
    @Suite struct ログイン状態が保存されていない場合 {
        @Test func アプリはログイン画面を表示し_サーバには尋ねない() async throws {
            try await expectNoRequest(reaching: .ログインしていない場合_アプリはログイン画面を表示, after: ["アプリはログイン状態が保存されていないかを調べる"]) {
                try await exportAccount(with: $0)
            }
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
            try await expectForgotten(
                reaching: .ログインしていない場合_アプリはログイン画面を表示, after: ["アプリはログイン状態が保存されていないかを調べる", "アプリはサーバにアカウントのデータを求める"],
                StubAccountBackend(export: .success(nil)), "export"
            ) { try await exportAccount(with: $0) }
        }
    }
}
