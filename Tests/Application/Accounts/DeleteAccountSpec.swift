import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTesting

@testable import CalearningTestSupport

private let session = DeviceMemory.keys.session
private let checking = "アプリはログイン状態が保存されていないかを調べる"
private let asking = "アプリはサーバにアカウントの削除を頼む"

private func deleteAccount(
    withExport: Bool = false, with dependencies: Dependencies
) async throws -> Scenario<DeleteAccount> {
    try await DeleteAccount.interact(
        from: DeleteAccount.initial(proof: .secondExample, withExport: withExport), as: .user, with: dependencies)
}

private let usecase = AskingUsecase(checking, asking) { try await deleteAccount(with: $0) }

@Suite(.behaviour) struct `ユースケース【アカウントを削除する】` {
    @Suite struct ログイン状態が保存されていない場合 {
        @Test func アプリはログイン画面を表示し_サーバには尋ねない() async throws {
            try await usecase.expectNoRequest(reaching: .ログインしていない場合_アプリはログイン画面を表示)
        }
    }

    @Suite struct サーバが消した場合 {
        @Test func アプリはログイン状態だけを忘れ_削除したことを表示() async throws {
            let accounts = StubAccountBackend()
            let udid = DeviceMemory.keys.udid.with("u-1")
            let dataStore = InMemoryDataStore(udid, session.with(.fixture()))

            let scenario = try await deleteAccount(with: .fixture(dataStore: dataStore, accountBackend: accounts))

            #expect(scenario.goal == .アプリはアカウントを削除したことを表示(export: nil))
            #expect(scenario.sentences == [checking, asking, "アプリはログイン状態を忘れる", "アプリはアカウントを削除したことを表示"])
            #expect(accounts.calls == [.deleteAccount(.secondExample, withExport: false, .fixture())])
            try await expect(dataStore.contents, equals: StoredContents(udid))
        }
    }

    @Suite struct サーバが猶予のあとに消す場合 {
        @Test(arguments: [AccountExport.example, nil]) func アプリはログイン状態を忘れ_消される時刻を表示(export: AccountExport?) async throws
        {
            let accounts = StubAccountBackend(deleteAccount: .success(.scheduled(at: Deletion.example.at, export)))
            let dataStore = InMemoryDataStore(session.with(.fixture()))

            let scenario = try await deleteAccount(
                withExport: export != nil, with: .fixture(dataStore: dataStore, accountBackend: accounts))

            let time = WrittenTime(timestamp: Deletion.example.at)
            #expect(scenario.goal == .猶予がある場合_アプリは削除される時刻を表示(at: time, export: export))
            #expect(
                scenario.sentences == [checking, asking, "猶予がある場合_アプリはログイン状態を忘れる", "猶予がある場合_アプリは削除される時刻を表示"])
            #expect(accounts.calls == [.deleteAccount(.secondExample, withExport: export != nil, .fixture())])
            try await expect(dataStore.contents, equals: StoredContents())
        }
    }

    @Suite struct サーバが断った場合 {
        private static let refusals: [(DeletionAnswer, DeleteAccount.Goals)] = [
            (.refused, .パスワードが違う場合_アプリは違うことを表示), (.unproved(.needed), .コードが要る場合_アプリはコードを尋ねる),
            (.unproved(.wrong), .コードが違う場合_アプリは違うことを表示),
            (.tooOften(until: nil), .間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: nil)),
            (.tooOften(until: .example), .間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: .init(timestamp: .example))),
        ]

        @Test(arguments: refusals)
        func アプリはわけを表示し_ログイン状態は残る(answer: DeletionAnswer, goal: DeleteAccount.Goals) async throws {
            try await usecase.expectAnswer(
                from: StubAccountBackend(deleteAccount: .success(answer)), reaching: goal,
                calling: .deleteAccount(.secondExample, withExport: false, .example))
        }
    }

    @Suite struct セッションが終わっている場合 {
        @Test func アプリはログイン状態を忘れ_ログイン画面を表示() async throws {
            try await usecase.expectForgotten(
                by: StubAccountBackend(deleteAccount: .success(.loggedOut)), in: "deleteAccount",
                reaching: .ログインしていない場合_アプリはログイン画面を表示)
        }
    }
}

@Suite struct `ユースケース【アカウントを削除する】の約束` {
    /// Another process logs in to another account while the request to the server is in progress.
    @Test func その間に保存されたログイン状態は忘れない() async throws {
        let dataStore = InMemoryDataStore(session.with(.example))
        let dependencies = Dependencies.fixture(dataStore: dataStore).after("AccountBackend.deleteAccount") {
            await dataStore.save(session.with(.fixture()))
        }

        _ = try await deleteAccount(with: dependencies)

        try await expect(dataStore.contents, equals: StoredContents(session.with(.fixture())))
    }
}
