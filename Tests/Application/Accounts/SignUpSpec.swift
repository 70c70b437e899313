import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTesting

@testable import CalearningTestSupport

private func signUp(
    _ credentials: Credentials = .example, with dependencies: Dependencies
) async throws -> Scenario<SignUp> {
    try await SignUp.interact(from: SignUp.initial(credentials: credentials), as: .user, with: dependencies)
}

@Suite(.behaviour) struct `ユースケース【アカウントを作る】` {
    @Suite struct 規則に合わない場合 {
        @Test func アプリは直すところを表示し_サーバには何も頼まない() async throws {
            let (backend, accounts) = (StubBackend(), StubAccountBackend())
            let dataStore = InMemoryDataStore()

            let scenario = try await signUp(
                .flawedExample,
                with: .fixture(dataStore: dataStore, backend: backend, accountBackend: accounts))

            #expect(scenario.goal == .規則に合わない場合_アプリは直すところを表示(flaws: [.nameCharacters, .passwordTooShort]))
            #expect(scenario.sentences == ["アプリは名前とパスワードが規則に合うかを調べる", "規則に合わない場合_アプリは直すところを表示"])
            #expect(accounts.calls == [])
            #expect(backend.installations.isEmpty)
            try await expect(dataStore.contents, equals: StoredContents())
        }
    }

    @Suite struct サーバがアカウントを作った場合 {
        @Test(arguments: DeviceBeforehand.allCases)
        func アプリはログイン状態を保存し_ホーム画面を表示(device: DeviceBeforehand) async throws {
            let accounts = StubAccountBackend()
            let dataStore = await device.dataStore()

            let scenario = try await signUp(with: .fixture(dataStore: dataStore, accountBackend: accounts))

            #expect(scenario.goal == .アプリはホーム画面を表示(account: .example, udid: .fixture()))
            #expect(
                scenario.sentences == ["アプリは名前とパスワードが規則に合うかを調べる"] + device.scenes + [
                    "アプリはサーバにアカウントを頼む", "アプリはログイン状態を保存する", "アプリはホーム画面を表示",
                ])
            let key = try #require(accounts.signUpKeys.first)
            #expect(accounts.calls == [.signUp(.example, device: .fixture(), key: key)])
            let contents = try await dataStore.contents
            #expect(contents[DeviceMemory.keys.udid] == UDID.fixture().rawValue)
            #expect(contents[DeviceMemory.keys.session] == .example)
            #expect(contents[DeviceMemory.keys.signUp] == nil)
        }
    }

    @Suite struct サーバが断った場合 {
        private static let refusals: [(SignUpAnswer, SignUp.Goals)] = [
            (.flawed([.passwordIsCommon]), .規則に合わない場合_アプリは直すところを表示(flaws: [.passwordIsCommon])),
            (.nameTaken, .名前が使われている場合_アプリは使われていることを表示),
            (.tooOften(until: nil), .頼みすぎた場合_アプリは次に頼める時刻を表示(until: nil)),
            (.tooOften(until: .example), .頼みすぎた場合_アプリは次に頼める時刻を表示(until: .init(timestamp: .example))),
        ]

        @Test(arguments: DeviceBeforehand.allCases, refusals)
        func アプリはわけを表示し_頼んだことを忘れる(
            device: DeviceBeforehand, refusal: (answer: SignUpAnswer, goal: SignUp.Goals)
        ) async throws {
            let dataStore = await device.dataStore()
            let accounts = StubAccountBackend(signUp: .success(refusal.answer))

            let scenario = try await signUp(with: .fixture(dataStore: dataStore, accountBackend: accounts))

            #expect(scenario.goal == refusal.goal)
            #expect(
                scenario.sentences == ["アプリは名前とパスワードが規則に合うかを調べる"] + device.scenes + [
                    "アプリはサーバにアカウントを頼む", refusal.goal.name,
                ])
            #expect(accounts.calls.count == 1)
            let contents = try await dataStore.contents
            #expect(contents[DeviceMemory.keys.udid] == UDID.fixture().rawValue)
            #expect(contents[DeviceMemory.keys.session] == nil)
            #expect(contents[DeviceMemory.keys.signUp] == nil)
        }
    }
}

extension StubAccountBackend {
    fileprivate var signUpKeys: [InstallationKey] {
        calls.compactMap { if case .signUp(_, _, let key) = $0 { key } else { nil } }
    }
}

@Suite struct `ユースケース【アカウントを作る】の約束` {
    private static let lost = ErrorWrapper.unreachable

    private let dataStore = InMemoryDataStore(DeviceMemory.keys.udid.with("u-1"))

    /// The request may have taken effect although its response was lost.
    @Test(arguments: ["ada", "Ada"]) func 答えが得られなければ_もう一度頼んでも同じ冪等キーで頼む(name: String) async throws {
        let accounts = StubAccountBackend(signUp: .failure(Self.lost))
        let dependencies = Dependencies.fixture(dataStore: dataStore, accountBackend: accounts)

        for name in ["ada", name] {
            await #expect(throws: UnfinishedScenario<SignUp>.self) {
                try await signUp(Credentials(name: name, password: .example), with: dependencies)
            }
        }

        #expect(accounts.signUpKeys.count == 2)
        #expect(Set(accounts.signUpKeys).count == 1)
    }

    @Test func 別の名前で頼むと新しい冪等キーになり_前に頼んだことは忘れる() async throws {
        let accounts = StubAccountBackend(signUp: .failure(Self.lost))
        let dependencies = Dependencies.fixture(dataStore: dataStore, accountBackend: accounts)

        for name in ["ada", "grace", "ada"] {
            await #expect(throws: UnfinishedScenario<SignUp>.self) {
                try await signUp(Credentials(name: name, password: .example), with: dependencies)
            }
        }

        #expect(Set(accounts.signUpKeys).count == 3)
        try await expect(dataStore.contents[DeviceMemory.keys.signUp]?.key, equals: accounts.signUpKeys.last)
    }

    @Test func 別のプロセスが先に同じ名前で頼んでいれば_その冪等キーで頼む() async throws {
        let other = SignUpAttempt(name: .example, key: .example)
        let accounts = StubAccountBackend()
        let dependencies = Dependencies.fixture(dataStore: dataStore, accountBackend: accounts)
            .before("DataStore.change(signUp)") { [dataStore] in
                await dataStore.save(DeviceMemory.keys.signUp.with(other))
            }

        _ = try await signUp(with: dependencies)

        #expect(accounts.signUpKeys == [other.key])
    }

    /// A second request finds the account by its key.
    @Test func 頼んだことを忘れられなければログイン状態も保存されず_もう一度頼める() async throws {
        let accounts = StubAccountBackend()
        let dependencies = Dependencies.fixture(dataStore: dataStore, accountBackend: accounts)
        let failing = dependencies.failing("DataStore.save", with: .unwritable)

        await #expect(throws: UnfinishedScenario<SignUp>.self) { try await signUp(with: failing) }
        let left = try await dataStore.contents
        _ = try await signUp(with: dependencies)

        #expect(left[DeviceMemory.keys.session] == nil)
        #expect(Set(accounts.signUpKeys).count == 1)
        try await expect(dataStore.contents[DeviceMemory.keys.session], equals: .example)
        try await expect(dataStore.contents[DeviceMemory.keys.signUp], equals: nil)
    }

    @Test func アカウントができたあとに答えが失われても_もう一度頼めばそのアカウントでログインできる() async throws {
        let registry = InMemoryAccountRegistry()
        let server = EmbeddedBackend(server: .fixture(accountRegistry: registry))
        let dependencies = Dependencies.fixture(dataStore: dataStore, accountBackend: server)
        let lossy = dependencies.after("AccountBackend.signUp") { () throws(ErrorWrapper) in throw Self.lost }

        await #expect(throws: UnfinishedScenario<SignUp>.self) { try await signUp(with: lossy) }
        let account = try #require(await registry.account(named: .example)?.account)
        let scenario = try await signUp(with: dependencies)

        #expect(scenario.goal == .アプリはホーム画面を表示(account: account, udid: try #require(UDID("u-1"))))
        await expect(registry.lasting(of: account.id).count, equals: 1)
    }

    @Test func 別の端末の名前を使うことはできない() async throws {
        let server = EmbeddedBackend(server: .fixture())
        _ = try await signUp(with: .fixture(dataStore: dataStore, accountBackend: server))
        let other = InMemoryDataStore()

        let scenario = try await signUp(
            with: .fixture(randomSource: SeededRandomSource(seed: 2), dataStore: other, accountBackend: server))

        #expect(scenario.goal == .名前が使われている場合_アプリは使われていることを表示)
        try await expect(other.contents[DeviceMemory.keys.session], equals: nil)
    }
}
