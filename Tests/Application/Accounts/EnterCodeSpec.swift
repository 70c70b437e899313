import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTesting

@testable import CalearningTestSupport

private let (login, session) = (DeviceMemory.keys.login, DeviceMemory.keys.session)
private let checking = "アプリは途中のログインが保存されていないかを調べる"
private let asking = "アプリはサーバにコードの照合を頼む"

private func enterCode(_ code: SecondCode = .time(.example), with dependencies: Dependencies) async throws -> Scenario<
    EnterCode
> {
    try await EnterCode.interact(from: EnterCode.initial(code: code), as: .user, with: dependencies)
}

@Suite(.behaviour) struct `ユースケース【コードを入れてログインする】` {
    @Suite struct 途中のログインがない場合 {
        @Test func アプリはログイン画面を表示し_サーバには尋ねない() async throws {
            let accounts = StubAccountBackend()

            let scenario = try await enterCode(with: .fixture(accountBackend: accounts))

            #expect(scenario.goal == .途中のログインがない場合_アプリはログイン画面を表示)
            #expect(scenario.sentences == [checking, "途中のログインがない場合_アプリはログイン画面を表示"])
            #expect(accounts.calls == [])
        }
    }

    @Suite struct コードが合う場合 {
        @Test(arguments: [
            (OpenedSession.example, EnterCode.Goals.アプリはホーム画面を表示(account: .example)),
            (.keepingExample, .削除が取り消された場合_アプリはそれを伝えてホーム画面を表示(account: .example)),
        ])
        func アプリはログイン状態を保存し_ホーム画面を表示(opened: OpenedSession, goal: EnterCode.Goals) async throws {
            let accounts = StubAccountBackend(continueLogin: .success(.opened(opened)))
            let dataStore = InMemoryDataStore(login.with(.example), session.with(.fixture()))

            let scenario = try await enterCode(with: .fixture(dataStore: dataStore, accountBackend: accounts))

            #expect(scenario.goal == goal)
            #expect(scenario.sentences == [checking, asking, "アプリはログイン状態を保存する", goal.name])
            #expect(accounts.calls == [.continueLogin(.example, .time(.example))])
            try await expect(dataStore.contents, equals: StoredContents(session.with(opened.token)))
        }
    }

    @Suite struct もう一度試せる場合 {
        private static let refusals: [(LogInAnswer, EnterCode.Goals)] = [
            (.wrongCode, .コードが違う場合_アプリは違うことを表示),
            (.tooOften(until: nil), .間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: nil)),
            (.tooOften(until: .example), .間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: .init(timestamp: .example))),
        ]

        @Test(arguments: refusals)
        func アプリはわけを表示し_途中のログインは残る(answer: LogInAnswer, goal: EnterCode.Goals) async throws {
            let dataStore = InMemoryDataStore(login.with(.example))
            let accounts = StubAccountBackend(continueLogin: .success(answer))

            let scenario = try await enterCode(with: .fixture(dataStore: dataStore, accountBackend: accounts))

            #expect(scenario.goal == goal)
            #expect(scenario.sentences == [checking, asking, goal.name])
            #expect(accounts.calls.count == 1)
            try await expect(dataStore.contents, equals: StoredContents(login.with(.example)))
        }
    }

    @Suite struct ログインが終わっている場合 {
        @Test func アプリは途中のログインを忘れ_ログイン画面を表示() async throws {
            let dataStore = InMemoryDataStore(login.with(.example), session.with(.fixture()))
            let accounts = StubAccountBackend(continueLogin: .success(.refused))

            let scenario = try await enterCode(with: .fixture(dataStore: dataStore, accountBackend: accounts))

            #expect(scenario.goal == .ログインが終わっている場合_アプリはログイン画面を表示)
            #expect(
                scenario.sentences == [
                    checking, asking, "ログインが終わっている場合_アプリは途中のログインを忘れる", "ログインが終わっている場合_アプリはログイン画面を表示",
                ])
            try await expect(dataStore.contents, equals: StoredContents(session.with(.fixture())))
        }
    }
}

@Suite struct `ユースケース【コードを入れてログインする】の約束` {
    private static let other = LoginTicket(name: .fixture(), sealed: .example)

    /// The server counts the attempt.
    @Test(arguments: SecondCode.examples) func どのコードもサーバに尋ねる(code: SecondCode) async throws {
        let accounts = StubAccountBackend()

        _ = try await enterCode(
            code, with: .fixture(dataStore: InMemoryDataStore(login.with(.example)), accountBackend: accounts))

        #expect(accounts.calls == [.continueLogin(.example, code)])
    }

    /// Another process begins a login while the request to the server is in progress.
    @Test func その間に保存された途中のログインは忘れない() async throws {
        let dataStore = InMemoryDataStore(login.with(.example))
        let accounts = StubAccountBackend(continueLogin: .success(.refused))
        let dependencies = Dependencies.fixture(dataStore: dataStore, accountBackend: accounts)
            .after("AccountBackend.continueLogin") { await dataStore.save(login.with(Self.other)) }

        _ = try await enterCode(with: dependencies)

        try await expect(dataStore.contents, equals: StoredContents(login.with(Self.other)))
    }
}
