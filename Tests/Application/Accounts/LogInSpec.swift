import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTesting

@testable import CalearningTestSupport

private func logIn(with dependencies: Dependencies) async throws -> Scenario<LogIn> {
    try await LogIn.interact(from: LogIn.initial(credentials: .example), as: .user, with: dependencies)
}

@Suite(.behaviour) struct `ユースケース【ログインする】` {
    @Suite struct 名前とパスワードが合う場合 {
        @Test(arguments: DeviceBeforehand.allCases)
        func アプリはログイン状態を保存し_ホーム画面を表示(device: DeviceBeforehand) async throws {
            let accounts = StubAccountBackend()
            let dataStore = await device.dataStore()

            let scenario = try await logIn(with: .fixture(dataStore: dataStore, accountBackend: accounts))

            #expect(scenario.goal == .アプリはホーム画面を表示(account: .example, udid: .fixture()))
            #expect(
                scenario.sentences == device.scenes + [
                    "アプリはサーバに名前とパスワードの照合を頼む", "アプリはログイン状態を保存する", "アプリはホーム画面を表示",
                ])
            #expect(accounts.calls == [.logIn(.example, device: .fixture())])
            try await expect(dataStore.contents[DeviceMemory.keys.udid], equals: UDID.fixture().rawValue)
            try await expect(dataStore.contents[DeviceMemory.keys.session], equals: .example)
        }
    }

    @Suite struct ログインで削除が取り消された場合 {
        @Test(arguments: DeviceBeforehand.allCases)
        func アプリはログイン状態を保存し_取り消されたことを伝える(device: DeviceBeforehand) async throws {
            let dataStore = await device.dataStore()
            let accounts = StubAccountBackend(logIn: .success(.opened(.keepingExample)))

            let scenario = try await logIn(with: .fixture(dataStore: dataStore, accountBackend: accounts))

            #expect(scenario.goal == .削除が取り消された場合_アプリはそれを伝えてホーム画面を表示(account: .example, udid: .fixture()))
            #expect(
                scenario.sentences == device.scenes + [
                    "アプリはサーバに名前とパスワードの照合を頼む", "アプリはログイン状態を保存する", "削除が取り消された場合_アプリはそれを伝えてホーム画面を表示",
                ])
            try await expect(dataStore.contents[DeviceMemory.keys.session], equals: .example)
        }
    }

    @Suite struct コードが要る場合 {
        @Test(arguments: DeviceBeforehand.allCases)
        func アプリはログインの続きだけを保存し_コードを尋ねる(device: DeviceBeforehand) async throws {
            let dataStore = await device.dataStore()
            let accounts = StubAccountBackend(logIn: .success(.codeNeeded(.example)))

            let scenario = try await logIn(with: .fixture(dataStore: dataStore, accountBackend: accounts))

            #expect(scenario.goal == .コードが要る場合_アプリはコードを尋ねる(udid: .fixture()))
            #expect(
                scenario.sentences == device.scenes + [
                    "アプリはサーバに名前とパスワードの照合を頼む", "コードが要る場合_アプリはログインの続きを保存する", "コードが要る場合_アプリはコードを尋ねる",
                ])
            try await expect(dataStore.contents[DeviceMemory.keys.login], equals: .example)
            try await expect(dataStore.contents[DeviceMemory.keys.session], equals: nil)
        }
    }

    @Suite struct サーバが断った場合 {
        private static let refusals: [(LogInAnswer, LogIn.Goals)] = [
            (.refused, .名前かパスワードが違う場合_アプリは違うことを表示(udid: .fixture())),
            (.tooOften(until: nil), .間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: nil, udid: .fixture())),
            (
                .tooOften(until: .example),
                .間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: .init(timestamp: .example), udid: .fixture())
            ),
        ]

        @Test(arguments: DeviceBeforehand.allCases, refusals)
        func アプリはわけを表示し_何も保存しない(
            device: DeviceBeforehand, refusal: (answer: LogInAnswer, goal: LogIn.Goals)
        ) async throws {
            let dataStore = await device.dataStore()
            let accounts = StubAccountBackend(logIn: .success(refusal.answer))

            let scenario = try await logIn(with: .fixture(dataStore: dataStore, accountBackend: accounts))

            #expect(scenario.goal == refusal.goal)
            #expect(scenario.sentences == device.scenes + ["アプリはサーバに名前とパスワードの照合を頼む", refusal.goal.name])
            #expect(accounts.calls.count == 1)
            try await expect(dataStore.contents[DeviceMemory.keys.session], equals: nil)
        }
    }
}

@Suite struct `ユースケース【ログインする】の約束` {
    @Test func トークンのほかには何も保存しない() async throws {
        let udid = DeviceMemory.keys.udid.with("u-1")
        let dataStore = InMemoryDataStore(udid)

        _ = try await logIn(with: .fixture(dataStore: dataStore))

        try await expect(dataStore.contents, equals: StoredContents(udid, DeviceMemory.keys.session.with(.example)))
    }

    @Test func 前のログイン状態は新しいものに置き換わる() async throws {
        let dataStore = InMemoryDataStore(
            DeviceMemory.keys.udid.with("u-1"), DeviceMemory.keys.session.with(.fixture()))

        _ = try await logIn(with: .fixture(dataStore: dataStore))

        try await expect(dataStore.contents[DeviceMemory.keys.session], equals: .example)
    }

    /// A user who is logged in no longer waits for an account.
    @Test func 途中だったアカウントの頼みは忘れる() async throws {
        let dataStore = InMemoryDataStore(DeviceMemory.keys.signUp.with(.example))

        _ = try await logIn(with: .fixture(dataStore: dataStore))

        try await expect(dataStore.contents[DeviceMemory.keys.signUp], equals: nil)
    }

    /// The server counts the attempt, and answers as for any other name.
    @Test func 規則に合わない名前とパスワードもサーバに尋ねる() async throws {
        let accounts = StubAccountBackend(logIn: .success(.refused))

        let scenario = try await LogIn.interact(
            from: LogIn.initial(credentials: .flawedExample), as: .user, with: .fixture(accountBackend: accounts))

        #expect(scenario.goal == .名前かパスワードが違う場合_アプリは違うことを表示(udid: .fixture()))
        #expect(accounts.calls == [.logIn(.flawedExample, device: .fixture())])
    }
}
