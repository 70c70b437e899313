import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTesting

@testable import CalearningTestSupport

private let session = DeviceMemory.keys.session

private func changePassword(
    _ change: PasswordChange = .secondExample, with dependencies: Dependencies
) async throws -> Scenario<ChangePassword> {
    try await ChangePassword.interact(from: ChangePassword.initial(change: change), as: .user, with: dependencies)
}

private let usecase = AskingUsecase(
    "アプリは新しいパスワードが規則に合うかを調べる", "アプリはログイン状態が保存されていないかを調べる", "アプリはサーバにパスワードの変更を頼む"
) {
    try await changePassword(with: $0)
}

@Suite(.behaviour) struct `ユースケース【パスワードを変える】` {
    @Suite struct ログイン状態が保存されていない場合 {
        @Test func アプリはログイン画面を表示し_サーバには尋ねない() async throws {
            try await usecase.expectNoRequest(reaching: .ログインしていない場合_アプリはログイン画面を表示)
        }
    }

    @Suite struct セッションが続いている場合 {
        @Test func アプリはパスワードが変わったことを表示() async throws {
            let accounts = StubAccountBackend()
            let dataStore = InMemoryDataStore(session.with(.fixture()))

            let scenario = try await changePassword(with: .fixture(dataStore: dataStore, accountBackend: accounts))

            #expect(scenario.goal == .アプリはパスワードが変わったことを表示(account: .example))
            #expect(
                scenario.sentences == [
                    "アプリは新しいパスワードが規則に合うかを調べる", "アプリはログイン状態が保存されていないかを調べる", "アプリはサーバにパスワードの変更を頼む",
                    "アプリは新しいログイン状態を保存する", "アプリはパスワードが変わったことを表示",
                ])
            #expect(accounts.calls == [.changePassword(.secondExample, .fixture())])
            try await expect(dataStore.contents, equals: StoredContents(session.with(OpenedSession.example.token)))
        }
    }

    @Suite struct 規則に合わない場合 {
        @Test func アプリは直すところを表示し_サーバには何も頼まない() async throws {
            let accounts = StubAccountBackend()
            let dataStore = InMemoryDataStore(session.with(.example))

            let scenario = try await changePassword(
                .flawedExample, with: .fixture(dataStore: dataStore, accountBackend: accounts))

            #expect(scenario.goal == .規則に合わない場合_アプリは直すところを表示(flaws: [.passwordTooShort]))
            #expect(scenario.sentences == ["アプリは新しいパスワードが規則に合うかを調べる", "規則に合わない場合_アプリは直すところを表示"])
            #expect(accounts.calls == [])
            try await expect(dataStore.contents, equals: StoredContents(session.with(.example)))
        }
    }

    @Suite struct サーバが断った場合 {
        private static let refusals: [(PasswordAnswer, ChangePassword.Goals)] = [
            (.flawed([.passwordIsName]), .規則に合わない場合_アプリは直すところを表示(flaws: [.passwordIsName])),
            (.refused, .今のパスワードが違う場合_アプリは違うことを表示), (.unproved(.needed), .コードが要る場合_アプリはコードを尋ねる),
            (.unproved(.wrong), .コードが違う場合_アプリは違うことを表示),
            (.tooOften(until: nil), .間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: nil)),
            (.tooOften(until: .example), .間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: .init(timestamp: .example))),
        ]

        @Test(arguments: refusals)
        func アプリはわけを表示し_ログイン状態は残る(answer: PasswordAnswer, goal: ChangePassword.Goals) async throws {
            try await usecase.expectAnswer(
                from: StubAccountBackend(changePassword: .success(answer)), reaching: goal,
                calling: .changePassword(.secondExample, .example))
        }
    }

    @Suite struct セッションが終わっている場合 {
        @Test func アプリはログイン状態を忘れ_ログイン画面を表示() async throws {
            try await usecase.expectForgotten(
                by: StubAccountBackend(changePassword: .success(.loggedOut)), in: "changePassword",
                reaching: .ログインしていない場合_アプリはログイン画面を表示)
        }
    }
}
