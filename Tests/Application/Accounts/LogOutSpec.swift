import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTesting

@testable import CalearningTestSupport

private let session = DeviceMemory.keys.session

private func logOut(with dependencies: Dependencies) async throws -> Scenario<LogOut> {
    try await LogOut.interact(from: LogOut.initial, as: .user, with: dependencies)
}

@Suite(.behaviour) struct `ユースケース【ログアウトする】` {
    @Suite struct ログイン状態が保存されていない場合 {
        @Test func アプリはログインしていないことを表示し_サーバには何も頼まない() async throws {
            try await AskingUsecase("アプリはログイン状態が保存されていないかを調べる", "アプリはサーバにセッションを終えるよう頼む") {
                try await logOut(with: $0)
            }.expectNoRequest(reaching: .ログインしていない場合_アプリはログインしていないことを表示)
        }
    }

    @Suite struct サーバがセッションを終えた場合 {
        @Test func アプリはログイン状態を忘れ_ログイン画面を表示() async throws {
            let accounts = StubAccountBackend()
            let udid = DeviceMemory.keys.udid.with("u-1")
            let dataStore = InMemoryDataStore(udid, session.with(.example))

            let scenario = try await logOut(with: .fixture(dataStore: dataStore, accountBackend: accounts))

            #expect(scenario.goal == .アプリはログイン画面を表示)
            #expect(
                scenario.sentences == [
                    "アプリはログイン状態が保存されていないかを調べる", "アプリはサーバにセッションを終えるよう頼む", "アプリはログイン状態を忘れる", "アプリはログイン画面を表示",
                ])
            #expect(accounts.calls == [.logOut(.example)])
            try await expect(dataStore.contents, equals: StoredContents(udid))
        }
    }

    @Suite struct サーバが終えられない場合 {
        @Test(arguments: [ErrorWrapper.unreachable, .refused, .system(error: .ライブラリを使えません)])
        func アプリはここでだけログイン状態を忘れ_サーバにはまだ残っていることを表示(failure: ErrorWrapper) async throws {
            let accounts = StubAccountBackend(logOut: .failure(failure))
            let udid = DeviceMemory.keys.udid.with("u-1")
            let dataStore = InMemoryDataStore(udid, session.with(.example))

            let scenario = try await logOut(with: .fixture(dataStore: dataStore, accountBackend: accounts))

            #expect(scenario.goal == .サーバが終えられない場合_アプリはサーバにはまだ残っていることを表示)
            #expect(
                scenario.sentences == [
                    "アプリはログイン状態が保存されていないかを調べる", "アプリはサーバにセッションを終えるよう頼む",
                    "サーバが終えられない場合_アプリはここでだけログイン状態を忘れる", "サーバが終えられない場合_アプリはサーバにはまだ残っていることを表示",
                ])
            try await expect(dataStore.contents, equals: StoredContents(udid))
        }
    }
}

@Suite struct `ユースケース【ログアウトする】の約束` {
    @Test(arguments: [Result<Void, ErrorWrapper>.success(()), .failure(.unreachable)])
    func その間に保存されたログイン状態は忘れない(answer: Result<Void, ErrorWrapper>) async throws {
        let dataStore = InMemoryDataStore(session.with(.example))
        let dependencies = Dependencies.fixture(
            dataStore: dataStore, accountBackend: StubAccountBackend(logOut: answer)
        ).before("AccountBackend.logOut") { await dataStore.save(session.with(.fixture())) }

        _ = try await logOut(with: dependencies)

        try await expect(dataStore.contents, equals: StoredContents(session.with(.fixture())))
    }
}
