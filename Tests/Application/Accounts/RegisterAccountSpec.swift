import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private let rules = "サーバは名前とパスワードが規則に合うかを調べる"
private let hashing = "サーバはパスワードをハッシュにする"
private let recording = "サーバはアカウントと最初のセッションを記録する"
private let counting = "冪等キーで登録済みの場合_サーバは試した回数を数える"
private let comparing = "数えた場合_サーバは同じ内容かを照合する"
private let beginning = "同じ内容の場合_サーバは新しいセッションを始める"

private func register(
    _ request: AccountRequest = .keyedExample, with dependencies: Dependencies
) async throws -> Scenario<RegisterAccount> {
    try await RegisterAccount.interact(
        from: RegisterAccount.initial(request: request), as: .application, with: dependencies)
}

@Suite(.behaviour) struct `ユースケース【アカウントを登録する】` {
    @Suite struct 規則に合わない場合 {
        @Test func サーバは直すところを返し_ハッシュは作らない() async throws {
            let hasher = StubCredentialHasher()

            let scenario = try await register(.flawedExample, with: .fixture(credentialHasher: hasher))

            #expect(scenario.goal == .規則に合わない場合_サーバは直すところを返す(flaws: [.nameCharacters, .passwordTooShort]))
            #expect(scenario.sentences == [rules, "規則に合わない場合_サーバは直すところを返す"])
            #expect(hasher.calls == [])
        }
    }

    @Suite struct 名前が使われていない場合 {
        @Test(arguments: [AccountRequest.keyedExample, .example])
        func サーバはアカウントとセッションを記録して返す(request: AccountRequest) async throws {
            let registry = InMemoryAccountRegistry()
            let hasher = StubCredentialHasher()

            let scenario = try await register(
                request, with: .fixture(accountRegistry: registry, credentialHasher: hasher))

            let account = try #require(await registry.account(named: .example))
            let session = try #require(await registry.lasting(of: account.account.id).first)
            let opened = try #require(scenario.opened)
            #expect(scenario.sentences == [rules, hashing, recording, "記録した場合_サーバはアカウントとセッションを返す"])
            #expect(account.passwordHash == .stub())
            #expect((opened.account, opened.session) == (account.account, session))
            let found = await registry.session(under: .stub(opened.token), at: .example)
            #expect(found?.session.udid == request.device)
            #expect(opened.expiresAt == found?.session.expiresAt)
            #expect(hasher.calls == [.hash, .digest])
        }
    }

    @Suite struct 名前が使われている場合 {
        @Test(arguments: [AccountRequest.keyedExample, .example])
        func サーバは拒否し_セッションは始めない(request: AccountRequest) async throws {
            let registry = await InMemoryAccountRegistry.withExample()

            let scenario = try await register(request, with: .fixture(accountRegistry: registry))

            #expect(scenario.goal == .名前が使われている場合_サーバは拒否する)
            #expect(scenario.sentences == [rules, hashing, recording, "名前が使われている場合_サーバは拒否する"])
            await expect(registry.lasting(), equals: [.fixture(1)])
        }
    }

    @Suite struct 同じ冪等キーで登録済みの場合 {
        /// An account with an outdated hash is still the same account.
        @Test(arguments: [PasswordHash.stub(), .stub(strength: 1)])
        func 同じ内容ならサーバは同じアカウントと新しいセッションを返す(hash: PasswordHash) async throws {
            let registry = await InMemoryAccountRegistry.withExample(under: .example, hash: hash)

            let scenario = try await register(with: .fixture(accountRegistry: registry))

            let opened = try #require(scenario.openedAgain)
            #expect(
                scenario.sentences == [
                    rules, hashing, recording, counting, comparing, beginning, "登録済みの場合_サーバは同じアカウントと新しいセッションを返す",
                ])
            #expect(opened.account == .example)
            await expect(registry.session(under: .stub(opened.token), at: .example)?.session.id, equals: opened.session)
            #expect(Set(await registry.lasting()) == [.fixture(1), opened.session])
            await expect(registry.account(named: .example)?.passwordHash, equals: hash)
        }

        @Test(arguments: [
            Credentials(name: "ada", password: PasswordChange.example.new),
            Credentials(name: "grace", password: .example),
        ])
        func パスワードか名前が別ならサーバは拒否し_何も変えない(credentials: Credentials) async throws {
            let registry = await InMemoryAccountRegistry.withExample(under: .example)
            let request = AccountRequest(
                credentials: credentials, device: .example(1), key: .example, network: "192.0.2.1")

            let scenario = try await register(request, with: .fixture(accountRegistry: registry))

            #expect(scenario.goal == .冪等キーが別の内容で使われている場合_サーバは拒否する)
            #expect(
                scenario.sentences == [rules, hashing, recording, counting, comparing, "冪等キーが別の内容で使われている場合_サーバは拒否する"])
            await expect(registry.lasting(), equals: [.fixture(1)])
            await expect(registry.account(named: .example)?.passwordHash, equals: .stub())
            await expect(registry.account(named: try #require(AccountName("grace"))), equals: nil)
        }

        /// The key must not replace the code of the second factor.
        @Test(arguments: [false, true])
        func 一日たつか二つ目の要素があれば_サーバは照合せずに拒否する(isSecured: Bool) async throws {
            let registry =
                isSecured ? await InMemoryAccountRegistry.secured() : await .withExample(under: .example)
            let (clock, hasher) = (ManualClock(), StubCredentialHasher())
            if !isSecured { clock.advance(by: SignUpRules.keyLifetime) }

            let scenario = try await register(
                with: .fixture(clock: clock, accountRegistry: registry, credentialHasher: hasher))

            #expect(scenario.goal == .冪等キーが別の内容で使われている場合_サーバは拒否する)
            #expect(scenario.sentences == [rules, hashing, recording, "冪等キーが別の内容で使われている場合_サーバは拒否する"])
            #expect(!hasher.calls.contains(.compare))
        }

        @Test func 照合したあとでパスワードが変われば_サーバは拒否しセッションは始めない() async throws {
            let registry = await InMemoryAccountRegistry.withExample(under: .example)

            let scenario = try await register(
                with: .fixture(accountRegistry: registry).before("AccountRegistry.begin") {
                    await registry.changePassword()
                })

            #expect(scenario.goal == .冪等キーが別の内容で使われている場合_サーバは拒否する)
            #expect(
                scenario.sentences == [
                    rules, hashing, recording, counting, comparing, beginning, "冪等キーが別の内容で使われている場合_サーバは拒否する",
                ])
            await expect(registry.lasting(), equals: [InMemoryAccountRegistry.changing])
        }
    }

    @Suite struct 冪等キーで試した回数が多すぎる場合 {
        @Test func サーバは照合せずに_次に試せる時刻を返す() async throws {
            let registry = await InMemoryAccountRegistry.withExample(under: .example)
            for _ in 0..<GuessRules.limit { _ = await registry.admit(.keyedExample, at: .example) }
            let hasher = StubCredentialHasher()

            let scenario = try await register(with: .fixture(accountRegistry: registry, credentialHasher: hasher))

            #expect(scenario.goal == .間違いが多すぎる場合_サーバは次に試せる時刻を返す(until: .example + GuessRules.window))
            #expect(scenario.sentences == [rules, hashing, recording, counting, "間違いが多すぎる場合_サーバは次に試せる時刻を返す"])
            #expect(!hasher.calls.contains(.compare))
        }
    }
}

extension Scenario<RegisterAccount> {
    fileprivate var opened: OpenedSession? {
        if case .記録した場合_サーバはアカウントとセッションを返す(let opened) = goal { opened } else { nil }
    }

    fileprivate var openedAgain: OpenedSession? {
        if case .登録済みの場合_サーバは同じアカウントと新しいセッションを返す(let opened) = goal { opened } else { nil }
    }
}

extension Guess {
    fileprivate static let keyedExample = Guess(name: .example, network: AccountRequest.keyedExample.network)
}

@Suite struct `ユースケース【アカウントを登録する】の約束` {
    private let registry = InMemoryAccountRegistry()

    /// Otherwise a client could use a key to guess without a limit.
    @Test func 冪等キーで間違えられるのも_ログインと合わせて限りまで() async throws {
        let hasher = StubCredentialHasher()
        let dependencies = Dependencies.fixture(
            accountRegistry: await InMemoryAccountRegistry.withExample(under: .example), credentialHasher: hasher)
        let wrong = AccountRequest(
            credentials: Credentials(name: "ada", password: PasswordChange.example.new), device: .example(1),
            key: .example, network: AccountRequest.keyedExample.network)

        for number in 0..<3 * GuessRules.limit {
            if number % 2 == 0 {
                _ = try await register(wrong, with: dependencies)
            } else {
                _ = try await OpenSession.interact(
                    from: OpenSession.initial(request: wrong), as: .application, with: dependencies)
            }
        }

        #expect(hasher.calls.count { $0 == .compare } == GuessRules.limit)
        try await expect(register(with: dependencies).openedAgain, equals: nil)
    }

    @Test(arguments: [(-1, true), (0, false), (1, false)] as [(Int64, Bool)])
    func 冪等キーは一日だけ同じ要求とみなされる(offset: Int64, isRepeatable: Bool) async throws {
        let clock = ManualClock()
        let dependencies = Dependencies.fixture(clock: clock, accountRegistry: registry)
        let first = try #require(try await register(with: dependencies).opened)
        clock.advance(by: SignUpRules.keyLifetime + offset)

        let scenario = try await register(with: dependencies)

        #expect((scenario.openedAgain?.account == first.account) == isRepeatable)
        #expect((scenario.goal == .冪等キーが別の内容で使われている場合_サーバは拒否する) == !isRepeatable)
    }

    /// Sends as many requests as are compared at the same time. One more would exceed the limit of guesses.
    @Test func 同時に届いた同じ要求は一つのアカウントで終わり_端末のセッションは一つになる() async throws {
        let dependencies = Dependencies.fixture(accountRegistry: registry)

        let opened = try await withThrowingTaskGroup { group in
            for _ in 0..<GuessRules.limit {
                group.addTask {
                    let scenario = try await register(with: dependencies)
                    return try #require(scenario.opened ?? scenario.openedAgain)
                }
            }
            return try await group.reduce(into: [OpenedSession]()) { $0.append($1) }
        }

        let account = try #require(await registry.account(named: .example)?.account)
        #expect(Set(opened.map(\.account)) == [account])
        #expect(Set(opened.map(\.session)).count == GuessRules.limit)
        let lasting = await registry.lasting(of: account.id)
        #expect(lasting.count == 1)
        #expect(opened.map(\.session).contains(lasting[0]))
    }
}
