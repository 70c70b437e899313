import CalearningApplication
import CalearningDomain
import Testing
import Usecases
import UsecasesStorage
import UsecasesTesting

@testable import CalearningTestSupport

private let session = DeviceMemory.keys.session

private func name(
    list: SessionList? = nil, with dependencies: Dependencies
) async throws -> Scenario<NameDevice> {
    try await NameDevice.interact(
        from: NameDevice.initial(name: .example, list: list), as: .user, with: dependencies)
}

@Suite(.behaviour) struct `ユースケース【端末に名前を付ける】` {
    @Suite struct ログイン状態が保存されていない場合 {
        @Test func アプリはログイン画面を表示し_サーバには尋ねない() async throws {
            try await expectNoRequest(reaching: .ログインしていない場合_アプリはログイン画面を表示, after: ["アプリはログイン状態が保存されていないかを調べる"]) {
                try await name(with: $0)
            }
        }
    }

    @Suite struct セッションが続いている場合 {
        @Test func アプリは端末に名前が付いたことを表示() async throws {
            let accounts = StubAccountBackend()
            let dataStore = InMemoryDataStore(session.with(.example))

            let scenario = try await name(
                list: .example, with: .fixture(dataStore: dataStore, accountBackend: accounts))

            let list = SessionList(
                own: Session.example.id, sessions: [Session.example.named(.example), .otherExample])
            #expect(scenario.goal == .アプリは端末に名前が付いたことを表示(name: .example, list: list))
            #expect(
                scenario.sentences == [
                    "アプリはログイン状態が保存されていないかを調べる", "アプリはサーバに端末の名前を伝える", "アプリは端末に名前が付いたことを表示",
                ])
            #expect(accounts.calls == [.nameDevice(.example, .example)])
            try await expect(dataStore.contents, equals: StoredContents(session.with(.example)))
        }
    }

    @Suite struct セッションが終わっている場合 {
        @Test func アプリはログイン状態を忘れ_ログイン画面を表示() async throws {
            try await expectForgotten(
                reaching: .ログインしていない場合_アプリはログイン画面を表示, after: ["アプリはログイン状態が保存されていないかを調べる", "アプリはサーバに端末の名前を伝える"],
                StubAccountBackend(nameDevice: .success(false)), "nameDevice"
            ) { try await name(with: $0) }
        }
    }
}
