import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import CalearningPresentation
import Testing
import Usecases
import UsecasesStorage
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

private func signUp(
    _ credentials: Credentials = .example, with dependencies: Dependencies
) async throws -> Scenario<SignUp> {
    try await SignUp.interact(from: SignUp.initial(credentials: credentials), as: .user, with: dependencies)
}

private func expectFailure(
    _ failure: PortFailure, after scenes: [String], with dependencies: Dependencies,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    try await SignUp.expectFailure(
        failure, after: ["アプリは名前とパスワードが規則に合うかを調べる"] + scenes, from: SignUp.initial(credentials: .example),
        as: .user, with: dependencies, sourceLocation: sourceLocation)
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
            (.tooOften(until: .example), .頼みすぎた場合_アプリは次に頼める時刻を表示(until: "2026-11-20T12:00:00.000Z")),
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

    @Suite struct サーバから答えが得られない場合 {
        @Test(arguments: DeviceBeforehand.allCases, PortFailure.whenAsked + PortFailure.whenHashed)
        func エラーとそれまでのシーンを伝え_頼んだことは覚えておく(device: DeviceBeforehand, failure: PortFailure) async throws {
            let dataStore = await device.dataStore()
            let accounts = StubAccountBackend(signUp: .failure(failure.error))

            try await expectFailure(
                failure, after: device.scenes + ["アプリはサーバにアカウントを頼む"],
                with: .fixture(dataStore: dataStore, accountBackend: accounts))

            let contents = try await dataStore.contents
            #expect(contents[DeviceMemory.keys.session] == nil)
            #expect(contents[DeviceMemory.keys.signUp]?.name == .example)
            #expect(contents[DeviceMemory.keys.signUp]?.key == accounts.signUpKeys.first)
        }
    }

    @Suite struct 頼むことを残せないかサーバの登録簿が使えない場合 {
        @Test(arguments: SignUpObstacle.all, PortFailure.whenChanged)
        func エラーとそれまでのシーンを伝え_ログイン状態は保存しない(obstacle: SignUpObstacle, failure: PortFailure) async throws {
            let dataStore = await obstacle.device.dataStore(with: obstacle.stored)
            let accounts = obstacle.accounts(failing: failure)

            try await expectFailure(
                failure, after: obstacle.device.scenes + ["アプリはサーバにアカウントを頼む"],
                with: .fixture(
                    dataStore: obstacle.dataStore(over: dataStore, failing: failure), accountBackend: accounts))

            #expect(accounts.calls.count == obstacle.requests)
            try await expect(dataStore.contents[DeviceMemory.keys.session], equals: nil)
        }
    }

    @Suite struct UDIDがあるかを読めない場合 {
        @Test(arguments: PortFailure.whenRead)
        func エラーとそれまでのシーンを伝え_サーバには何も頼まない(failure: PortFailure) async throws {
            let (backend, accounts) = (StubBackend(), StubAccountBackend())
            let dataStore = InMemoryDataStore(DeviceMemory.keys.udid.with("u-1"))
            let failing = FailingDataStore(over: dataStore, at: .get, DeviceMemory.keys.udid, with: failure)

            try await expectFailure(
                failure, after: ["アプリは端末のUDIDを調べる"],
                with: .fixture(dataStore: failing, backend: backend, accountBackend: accounts))

            #expect(backend.installations.isEmpty)
            #expect(accounts.calls == [])
            try await expect(dataStore.contents, equals: StoredContents(DeviceMemory.keys.udid.with("u-1")))
        }
    }

    @Suite struct UDIDを取得できない場合 {
        @Test(arguments: PortFailure.whenAsked)
        func サーバが答えなければエラーを伝え_アカウントは頼まない(failure: PortFailure) async throws {
            let accounts = StubAccountBackend()
            let dataStore = InMemoryDataStore()

            try await expectFailure(
                failure, after: ["アプリは端末のUDIDを調べる", "UDIDがない場合_アプリはUDIDを取得する"],
                with: .fixture(
                    dataStore: dataStore, backend: StubBackend(.failure(failure.error)), accountBackend: accounts))

            #expect(accounts.calls == [])
            try await expect(dataStore.contents[DeviceMemory.keys.udid], equals: nil)
        }

        @Test(arguments: Obstacle.allCases, PortFailure.whenChanged)
        func 残せなければエラーを伝え_アカウントは頼まない(obstacle: Obstacle, failure: PortFailure) async throws {
            let accounts = StubAccountBackend()
            let dataStore = InMemoryDataStore()

            try await expectFailure(
                failure, after: ["アプリは端末のUDIDを調べる", "UDIDがない場合_アプリはUDIDを取得する"],
                with: .fixture(
                    dataStore: obstacle.dataStore(over: dataStore, failing: failure),
                    backend: obstacle.backend(failing: failure), accountBackend: accounts))

            #expect(accounts.calls == [])
            try await expect(dataStore.contents[DeviceMemory.keys.udid], equals: nil)
        }
    }

    @Suite struct ログイン状態を保存できない場合 {
        @Test(arguments: DeviceBeforehand.allCases, PortFailure.whenChanged)
        func エラーとそれまでのシーンを伝え_頼んだことは覚えておく(device: DeviceBeforehand, failure: PortFailure) async throws {
            let dataStore = await device.dataStore()
            let failing = FailingDataStore(over: dataStore, at: .save, DeviceMemory.keys.session, with: failure)

            try await expectFailure(
                failure, after: device.scenes + ["アプリはサーバにアカウントを頼む", "アプリはログイン状態を保存する"],
                with: .fixture(dataStore: failing))

            let contents = try await dataStore.contents
            #expect(contents[DeviceMemory.keys.session] == nil)
            #expect(contents[DeviceMemory.keys.signUp]?.name == .example)
        }
    }
}

/// A step that prevents the application from storing its request for an account, or the server from recording it.
struct SignUpObstacle: Sendable {
    enum Place: CaseIterable {
        case 頼むことの保存, 別の名前で頼んだことの上書き, サーバの登録簿, 断られたことの削除
    }

    let device: DeviceBeforehand
    let place: Place

    static let all = DeviceBeforehand.allCases.flatMap { device in
        Place.allCases.map { SignUpObstacle(device: device, place: $0) }
    }

    /// The number of requests for an account until this step.
    var requests: Int {
        switch place {
        case .頼むことの保存, .別の名前で頼んだことの上書き: 0
        case .サーバの登録簿, .断られたことの削除: 1
        }
    }

    /// The values stored by an earlier request.
    var stored: [KeyValue] {
        switch place {
        case .別の名前で頼んだことの上書き: [DeviceMemory.keys.signUp.with(SignUpAttempt(name: .fixture(), key: .example))]
        case .頼むことの保存, .サーバの登録簿, .断られたことの削除: []
        }
    }

    func accounts(failing failure: PortFailure) -> StubAccountBackend {
        switch place {
        case .頼むことの保存, .別の名前で頼んだことの上書き: StubAccountBackend()
        case .サーバの登録簿: StubAccountBackend(signUp: .failure(failure.error))
        case .断られたことの削除: StubAccountBackend(signUp: .success(.nameTaken))
        }
    }

    func dataStore(over base: InMemoryDataStore, failing failure: PortFailure) -> any DataStore {
        let key = DeviceMemory.keys.signUp
        return switch place {
        case .頼むことの保存, .別の名前で頼んだことの上書き:
            FailingDataStore(over: base, at: .change, key, with: failure)
        case .サーバの登録簿: base
        case .断られたことの削除: FailingDataStore(over: base, at: .delete, key, with: failure)
        }
    }
}

extension StubAccountBackend {
    /// The keys of the requests for accounts, in order.
    fileprivate var signUpKeys: [InstallationKey] {
        calls.compactMap { if case .signUp(_, _, let key) = $0 { key } else { nil } }
    }
}

@Suite struct `ユースケース【アカウントを作る】の約束` {
    private static let lost = PortFailure.whenAsked[0].error

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

    @Test(arguments: [SignUpAnswer.opened(.example), .nameTaken, .flawed([.passwordIsCommon]), .tooOften(until: nil)])
    func 答えが得られれば_次は新しい冪等キーで頼む(answer: SignUpAnswer) async throws {
        let accounts = StubAccountBackend(signUp: .success(answer))
        let dependencies = Dependencies.fixture(dataStore: dataStore, accountBackend: accounts)

        _ = try await signUp(with: dependencies)
        _ = try await signUp(with: dependencies)

        #expect(Set(accounts.signUpKeys).count == 2)
    }

    @Test func 別のプロセスが先に同じ名前で頼んでいれば_その冪等キーで頼む() async throws {
        let other = SignUpAttempt(name: .example, key: .example)
        let accounts = StubAccountBackend()
        let overtaken = OvertakenDataStore(by: DeviceMemory.keys.signUp.with(other))

        _ = try await signUp(with: .fixture(dataStore: overtaken, accountBackend: accounts))

        #expect(accounts.signUpKeys == [other.key])
    }

    /// A second request finds the account by its key.
    @Test func 頼んだことを忘れられなければログイン状態も保存されず_もう一度頼める() async throws {
        let accounts = StubAccountBackend()
        let failing = FailingDataStore(
            over: dataStore, at: .delete, DeviceMemory.keys.signUp, with: PortFailure.unwritable)

        await #expect(throws: UnfinishedScenario<SignUp>.self) {
            try await signUp(with: .fixture(dataStore: failing, accountBackend: accounts))
        }
        let left = try await dataStore.contents
        _ = try await signUp(with: .fixture(dataStore: dataStore, accountBackend: accounts))

        #expect(left[DeviceMemory.keys.session] == nil)
        #expect(Set(accounts.signUpKeys).count == 1)
        try await expect(dataStore.contents[DeviceMemory.keys.session], equals: .example)
        try await expect(dataStore.contents[DeviceMemory.keys.signUp], equals: nil)
    }

    @Test func アカウントができたあとに答えが失われても_もう一度頼めばそのアカウントでログインできる() async throws {
        let registry = InMemoryAccountRegistry()
        let server = EmbeddedBackend(server: .fixture(accountRegistry: registry))
        let lossy = OvertakenAccountBackend(base: server) { () throws(ErrorWrapper) in throw Self.lost }
        var dependencies = Dependencies.fixture(dataStore: dataStore, accountBackend: lossy)

        await #expect(throws: UnfinishedScenario<SignUp>.self) { try await signUp(with: dependencies) }
        let account = try #require(await registry.account(named: .example)?.account)
        dependencies.accountBackend.adapter = server
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

    @Test func アプリケーションは実行できない() async throws {
        let accounts = StubAccountBackend()

        let unfinished = await #expect(throws: UnfinishedScenario<SignUp>.self) {
            try await SignUp.interact(
                from: SignUp.initial(credentials: .example), as: .application,
                with: .fixture(accountBackend: accounts))
        }

        #expect(unfinished?.walk.passages == [])
        #expect(accounts.calls == [])
    }
}
