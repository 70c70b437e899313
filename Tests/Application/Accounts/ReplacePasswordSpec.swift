import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private let finding = "サーバはトークンのセッションを探す"
private let rules = "サーバは新しいパスワードが規則に合うかを調べる"
private let counting = "サーバは試した回数を数えアカウントを探す"
private let comparing = "サーバは今のパスワードを照合する"
private let replacing = "サーバはパスワードを置き換えセッションを新しい一つにする"
private let lockedOut = ReplacePassword.Goals.間違いが多すぎる場合_サーバは次に試せる時刻を返す(
    account: .example, until: .example + GuessRules.window)

private func replace(
    _ request: PasswordRequest = .example, with dependencies: Dependencies
) async throws -> Scenario<ReplacePassword> {
    try await ReplacePassword.interact(
        from: ReplacePassword.initial(request: request), as: .application, with: dependencies)
}

extension PasswordRequest {
    fileprivate init(from old: Password = .example, to new: Password, network: String = "192.0.2.1") {
        self.init(change: PasswordChange(old: old, new: new), token: .example, network: network)
    }

    fileprivate static let wrong = PasswordRequest(
        from: Password(normalized: "a sentence that is wrong"), to: PasswordChange.example.new)
}

extension PasswordRequest {
    fileprivate static func proved(by code: SecondCode?) -> PasswordRequest {
        PasswordRequest(
            change: PasswordChange(old: .example, new: PasswordChange.example.new, code: code), token: .example,
            network: example.network)
    }
}

extension ReplacePassword.Goals {
    fileprivate var opened: OpenedSession? {
        if case .サーバはアカウントと新しいセッションを返す(let opened) = self { opened } else { nil }
    }
}

@Suite(.behaviour) struct `ユースケース【パスワードを置き換える】` {
    @Test func 二つ目の要素があれば_コードが要る() async throws {
        try await expectCodes(
            needed: .コードが要る場合_サーバは求める(account: .example), wrong: .コードが違う場合_サーバは拒否する(account: .example),
            later: lockedOut,
            after: [finding, rules, counting, comparing]
        ) { try await replace(.proved(by: $0), with: $1) }
    }

    @Suite struct 今のパスワードが合う場合 {
        @Test(arguments: [1, 2]) func サーバは置き換え_そのアカウントのセッションを新しい一つにする(strength: Int) async throws {
            let hash = PasswordHash.stub(strength: strength)
            let registry = await InMemoryAccountRegistry.withExample(hash: hash)
            await registry.log(in: 2, hash: hash)
            await registry.add(.fixture(4), session: 4, token: .fixture(4))
            let hasher = StubCredentialHasher()

            let scenario = try await replace(with: .fixture(accountRegistry: registry, credentialHasher: hasher))

            let opened = try #require(scenario.goal.opened)
            #expect(scenario.sentences == [finding, rules, counting, comparing, replacing, "サーバはアカウントと新しいセッションを返す"])
            #expect(opened.account == .example)
            #expect(opened.token != PasswordRequest.example.token)
            let found = await registry.session(under: .stub(opened.token), at: .example)
            #expect(found?.session.udid == .fixture(1))
            await expect(registry.session(under: .stub(PasswordRequest.example.token), at: .example), equals: nil)
            await expect(registry.account(named: .example)?.passwordHash, equals: .stub(PasswordChange.example.new))
            await expect(registry.account(named: .fixture(4)), equals: .fixture(4))
            await expect(registry.lasting(), equals: [opened.session])
            await expect(registry.lasting(of: .fixture(4)), equals: [.fixture(4)])
            #expect(hasher.calls == [.digest, .compare, .hash, .digest])
        }

        @Test(arguments: Overtaking.allCases) func 別の変更が先だったなら_サーバは拒否し上書きしない(other: Overtaking) async throws {
            let registry = await InMemoryAccountRegistry.crowded()

            let scenario = try await replace(
                with: .fixture(accountRegistry: registry).before("AccountRegistry.replacePassword") {
                    await other.change(registry)
                })

            #expect(scenario.goal == .ほかの変更が先だった場合_サーバは拒否する)
            #expect(scenario.sentences == [finding, rules, counting, comparing, replacing, "ほかの変更が先だった場合_サーバは拒否する"])
            await expect(registry.account(named: .example)?.passwordHash, equals: other.hash)
            await expect(registry.lasting(), equals: other.rest)
        }
    }

    @Suite struct サーバが断る場合 {
        @Test func トークンのセッションがなければ_何も調べない() async throws {
            let request = PasswordRequest(change: .example, token: .fixture(9), network: "192.0.2.1")

            try await expectRefusal(.セッションがない場合_サーバは拒否する, after: [finding], [.digest]) {
                try await replace(request, with: $0)
            }
        }

        @Test(arguments: [
            (Password(normalized: "short"), AccountFlaw.passwordTooShort),
            (Password(normalized: "passwordpassword"), .passwordIsCommon),
        ])
        func 新しいパスワードが規則に合わなければ_直すところを返し数えない(new: Password, flaw: AccountFlaw) async throws {
            try await expectRefusal(.規則に合わない場合_サーバは直すところを返す(flaws: [flaw]), after: [finding, rules], [.digest]) {
                try await replace(PasswordRequest(to: new), with: $0)
            }
        }

        @Test func 今のパスワードが違えば_何も変えない() async throws {
            try await expectRefusal(
                .今のパスワードが違う場合_サーバは拒否する(account: .example), after: [finding, rules, counting, comparing],
                [.digest, .compare]
            ) { try await replace(.wrong, with: $0) }
        }

        @Test func 間違いが多すぎれば_照合せずに次に試せる時刻を返す() async throws {
            try await expectRefusal(
                lockedOut, after: [finding, rules, counting], [.digest], guesses: GuessRules.limit
            ) { try await replace(with: $0) }
        }

        @Test func アカウントがなくなっていれば_照合しない() async throws {
            try await expectRefusal(
                .セッションがない場合_サーバは拒否する, after: [finding, rules, counting], [.digest], losesAccount: true
            ) { try await replace(with: $0) }
        }
    }
}

/// The concurrent change between comparing and replacing.
enum Overtaking: CaseIterable {
    case パスワードの変更, セッションの終了

    func change(_ registry: InMemoryAccountRegistry) async {
        switch self {
        case .パスワードの変更: await registry.changePassword()
        case .セッションの終了: _ = await registry.end(.one(.fixture(1)), of: Account.example.id, at: .example)
        }
    }

    /// The hash that is stored afterwards.
    var hash: PasswordHash {
        switch self {
        case .パスワードの変更: .stub(PasswordChange.example.new)
        case .セッションの終了: .stub()
        }
    }

    /// The sessions that have not ended.
    var rest: [UUIDv7] {
        switch self {
        case .パスワードの変更: [InMemoryAccountRegistry.changing]
        case .セッションの終了: [.fixture(2), .fixture(3)]
        }
    }
}

@Suite struct `ユースケース【パスワードを置き換える】の約束` {
    @Test func 正しいコードなら置き換える() async throws {
        try await expectRightCodes(
            { try await replace(.proved(by: $0), with: $1) }, isReached: { $0.opened != nil })
    }

    @Test func 間違えられるのは限りまで() async throws {
        try await expectLimit(refusing: .今のパスワードが違う場合_サーバは拒否する(account: .example), until: lockedOut) {
            try await replace(.wrong, with: $0)
        } right: {
            try await replace(with: $0)
        }
    }

    @Test func 変えられれば間違いは忘れる() async throws {
        let registry = await InMemoryAccountRegistry.crowded()
        let dependencies = Dependencies.fixture(accountRegistry: registry)
        for _ in 1..<GuessRules.limit { _ = try await replace(.wrong, with: dependencies) }

        #expect(try await replace(with: dependencies).goal.opened != nil)

        for _ in 0..<GuessRules.limit { await expect(registry.admit(.confirmed, at: .example).until, equals: nil) }
    }

    /// Only the server knows the name, so the device cannot check this rule.
    @Test func 名前をパスワードにはできない() async throws {
        let registry = InMemoryAccountRegistry()
        let name = try #require(AccountName("ada-lovelace-analytical"))
        let account = StoredAccount(account: Account(id: .fixture(), name: name), passwordHash: .stub())
        await registry.add(account, token: .example)

        let scenario = try await replace(
            PasswordRequest(to: Password(normalized: "Ada-Lovelace-Analytical")),
            with: .fixture(accountRegistry: registry))

        #expect(scenario.goal == .規則に合わない場合_サーバは直すところを返す(flaws: [.passwordIsName]))
    }
}
