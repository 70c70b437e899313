import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private let rules = "サーバは新しいパスワードが規則に合うかを調べる"
private let form = "サーバは名前とコードの形を調べる"
private let counting = "サーバは試した回数を数える"
private let proving = "二つ目の要素がある場合_サーバはコードを照合する"
private let comparing = "サーバは復旧コードを照合しパスワードを置き換える"

private func reset(
    _ request: RecoveryRequest = .example, with dependencies: Dependencies
) async throws -> Scenario<ResetPassword> {
    try await ResetPassword.interact(
        from: ResetPassword.initial(request: request), as: .application, with: dependencies)
}

extension RecoveryRequest {
    fileprivate init(
        name: String = "ada", password: Password = .example, code: RecoveryCode? = .example,
        secondCode: SecondCode? = nil
    ) {
        self.init(
            recovery: AccountRecovery(
                credentials: Credentials(name: name, password: password), code: code, secondCode: secondCode),
            network: Self.example.network)
    }
}

extension Guess {
    fileprivate static let example = Guess(name: .example, network: RecoveryRequest.example.network)
}

private struct RecoverableRegistry: ForwardingAccountRegistry {
    let base: InMemoryAccountRegistry

    func recover(
        _ guess: Guess, by code: TokenDigest, with new: PasswordHash, under factor: SealedSecret?, at now: Timestamp
    ) async throws(ErrorWrapper) -> RecoveryRecord {
        let isRight =
            guess == .example && code == .stub(RecoveryCode.example.secret) && new == .stub(.example) && now == .example
        guard isRight, let account = await base.account(named: .example) else { return .refused }
        return account.isProved(under: factor) ? .recovered(.example) : .secured(account)
    }
}

private struct UsedRecoveryRegistry: ForwardingAccountRegistry {
    let base: InMemoryAccountRegistry

    func recover(
        _ guess: Guess, by code: TokenDigest, with new: PasswordHash, under factor: SealedSecret?, at now: Timestamp
    ) async throws(ErrorWrapper) -> RecoveryRecord {
        guard factor == nil, let account = await base.account(named: .example) else { return .refused }
        return .secured(account)
    }
}

@Suite(.behaviour) struct `ユースケース【パスワードを決め直す】` {
    @Test func コードが合えば_サーバはパスワードを置き換える() async throws {
        let hasher = StubCredentialHasher()
        let registry = RecoverableRegistry(base: await .crowded())
        let dependencies = Dependencies.fixture(accountRegistry: registry, credentialHasher: hasher)

        let scenario = try await reset(with: dependencies)

        #expect(scenario.goal == .サーバはパスワードが変わったことを返す(account: .example))
        #expect(scenario.sentences == [rules, form, counting, comparing, "サーバはパスワードが変わったことを返す"])
        #expect(hasher.calls == [.hash, .digest])
    }

    @Suite struct 二つ目の要素がある場合 {
        @Test(arguments: SecondCode.right) func 両方のコードが合えば_サーバはパスワードを置き換える(code: SecondCode) async throws {
            let registry = RecoverableRegistry(base: await .secured())

            let scenario = try await reset(RecoveryRequest(secondCode: code), with: .fixture(accountRegistry: registry))

            #expect(scenario.goal == .サーバはパスワードが変わったことを返す(account: .example))
            #expect(
                scenario.sentences == [
                    rules, form, counting, comparing, proving, "コードが正しい場合_サーバはパスワードを置き換える", "サーバはパスワードが変わったことを返す",
                ])
        }

        @Test func 復旧コードが合えば_コードが要る() async throws {
            try await expectCodes(
                needed: .コードが要る場合_サーバは求める(account: .example), wrong: .コードが違う場合_サーバは拒否する(account: .example),
                later: .間違いが多すぎる場合_サーバは次に試せる時刻を返す(until: .example + GuessRules.window),
                after: [rules, form, counting, comparing, proving]
            ) { code, dependencies in
                var dependencies = dependencies
                let base = try #require(dependencies.accountRegistry.adapter as? InMemoryAccountRegistry)
                dependencies.accountRegistry.adapter = RecoverableRegistry(base: base)
                return try await reset(RecoveryRequest(secondCode: code), with: dependencies)
            }
        }

        /// Another request may have used the recovery code in the meantime.
        @Test func コードのあとで復旧コードが使われていれば_サーバは拒否する() async throws {
            let registry = UsedRecoveryRegistry(base: await .secured())

            let scenario = try await reset(
                RecoveryRequest(secondCode: .example), with: .fixture(accountRegistry: registry))

            #expect(scenario.goal == .名前かコードが違う場合_サーバは拒否する)
            #expect(
                scenario.sentences == [
                    rules, form, counting, comparing, proving, "コードが正しい場合_サーバはパスワードを置き換える", "名前かコードが違う場合_サーバは拒否する",
                ])
        }
    }

    @Suite struct サーバが断る場合 {
        /// Each refusal costs the same, whether the account exists or not.
        @Test(arguments: [
            RecoveryRequest(code: RecoveryCode(randomSource: SeededRandomSource())), RecoveryRequest(name: "bob"),
        ])
        func 名前かコードが違えば_同じ手間のあとで拒否する(request: RecoveryRequest) async throws {
            let hasher = StubCredentialHasher()
            let registry = RecoverableRegistry(base: await .crowded())

            let scenario = try await reset(
                request, with: .fixture(accountRegistry: registry, credentialHasher: hasher))

            #expect(scenario.goal == .名前かコードが違う場合_サーバは拒否する)
            #expect(scenario.sentences == [rules, form, counting, comparing, "名前かコードが違う場合_サーバは拒否する"])
            #expect(hasher.calls == [.hash, .digest])
        }

        @Test(arguments: [RecoveryRequest(name: "a b"), RecoveryRequest(code: nil)])
        func 名前かコードの形でなければ_数えずに拒否する(request: RecoveryRequest) async throws {
            let hasher = StubCredentialHasher()
            let registry = await InMemoryAccountRegistry.crowded()
            let dependencies = Dependencies.fixture(accountRegistry: registry, credentialHasher: hasher)

            for _ in 0...GuessRules.limit {
                let scenario = try await reset(request, with: dependencies)

                #expect(scenario.goal == .名前かコードの形でない場合_サーバは拒否する)
                #expect(scenario.sentences == [rules, form, "名前かコードの形でない場合_サーバは拒否する"])
            }
            #expect(hasher.calls == [])
        }

        @Test func 規則に合わなければ_コードを調べずに直すところを返す() async throws {
            let hasher = StubCredentialHasher()
            let registry = await InMemoryAccountRegistry.crowded()
            let request = RecoveryRequest(password: Password(normalized: "short"))

            let scenario = try await reset(request, with: .fixture(accountRegistry: registry, credentialHasher: hasher))

            #expect(scenario.goal == .規則に合わない場合_サーバは直すところを返す(flaws: [.passwordTooShort]))
            #expect(scenario.sentences == [rules, "規則に合わない場合_サーバは直すところを返す"])
            #expect(hasher.calls == [])
        }

        @Test func 間違いが多すぎれば_照合せずに次に試せる時刻を返す() async throws {
            let registry = await InMemoryAccountRegistry.crowded()
            for _ in 0..<GuessRules.limit { _ = await registry.admit(.example, at: .example) }
            let hasher = StubCredentialHasher()

            let scenario = try await reset(with: .fixture(accountRegistry: registry, credentialHasher: hasher))

            #expect(scenario.goal == .間違いが多すぎる場合_サーバは次に試せる時刻を返す(until: .example + GuessRules.window))
            #expect(scenario.sentences == [rules, form, counting, "間違いが多すぎる場合_サーバは次に試せる時刻を返す"])
            #expect(hasher.calls == [])
        }
    }
}

@Suite struct `ユースケース【パスワードを決め直す】の約束` {
    @Test func 間違えられるのは限りまで() async throws {
        let dependencies = Dependencies.fixture(accountRegistry: await InMemoryAccountRegistry.crowded())

        for _ in 0..<GuessRules.limit {
            try await expect(reset(with: dependencies).goal, equals: .名前かコードが違う場合_サーバは拒否する)
        }

        try await expect(
            reset(with: dependencies).goal, equals: .間違いが多すぎる場合_サーバは次に試せる時刻を返す(until: .example + GuessRules.window))
    }

    @Test func ハッシュを作れなければ数えない() async throws {
        let registry = await InMemoryAccountRegistry.crowded()
        let dependencies = Dependencies.fixture(accountRegistry: registry).failing(
            "CredentialHasher.hash", with: .system(error: .混雑))

        for _ in 0...GuessRules.limit {
            await #expect(throws: UnfinishedScenario<ResetPassword>.self) { try await reset(with: dependencies) }
        }

        await expect(registry.admit(.example, at: .example).until, equals: nil)
    }
}
