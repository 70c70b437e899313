import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

private let naming = "サーバは名前の形を調べる"
private let counting = "サーバは試した回数を数えアカウントを探す"
private let comparing = "サーバはパスワードを照合する"
private let comparingWithNone = "アカウントがない場合_サーバは同じ手間をかけて照合する"
private let recording = "サーバはセッションを記録する"
private let rehashing = "古い強さのハッシュの場合_サーバは作り直してセッションを記録する"

private func open(
    _ request: AccountRequest = .example, with dependencies: Dependencies
) async throws -> Scenario<OpenSession> {
    try await OpenSession.interact(
        from: OpenSession.initial(request: request), as: .application, with: dependencies)
}

/// A hash of the current strength, or an outdated hash that is replaced.
private enum Strength: CaseIterable {
    case 今の強さ, 古い強さ

    var hash: PasswordHash {
        switch self {
        case .今の強さ: .stub()
        case .古い強さ: .stub(strength: StubCredentialHasher.strength - 1)
        }
    }

    var recording: String {
        switch self {
        case .今の強さ: CalearningApplicationTests.recording
        case .古い強さ: rehashing
        }
    }
}

private struct LockedAccountRegistry: ForwardingAccountRegistry {
    let base: InMemoryAccountRegistry

    func admit(_ guess: Guess, at now: Timestamp) async throws(ErrorWrapper) -> Admission {
        let admission = await base.admit(guess, at: now)
        guard case .account(let account?) = admission else { return admission }
        return .account(
            StoredAccount(account: account.account, passwordHash: account.passwordHash, isLocked: true))
    }
}

@Suite(.behaviour) struct `ユースケース【セッションを始める】` {
    @Suite struct 二つ目の要素がある場合 {
        @Test(arguments: Strength.allCases)
        fileprivate func サーバはコードを求め_セッションは始めない(strength: Strength) async throws {
            let registry = await InMemoryAccountRegistry.secured(hash: strength.hash)
            let account = try #require(await registry.account(named: .example))

            let scenario = try await open(with: .fixture(accountRegistry: registry))

            guard case .二つ目の要素がある場合_サーバはコードを求める(let ticket, account: .example) = scenario.goal else {
                return #expect(scenario.goal.name == "二つ目の要素がある場合_サーバはコードを求める")
            }
            #expect(
                scenario.sentences == [
                    naming, counting, comparing, "二つ目の要素がある場合_サーバは続きのチケットを作る", "二つ目の要素がある場合_サーバはコードを求める",
                ])
            let login = PlainVault().login(of: ticket, of: account, from: AccountRequest.example.network)
            #expect(
                login
                    == PendingLogin(
                        device: AccountRequest.example.device, deviceName: nil, endsAt: .example + .seconds(300)))
            await expect(registry.account(named: .example), equals: account)
            await expect(registry.lasting(), equals: [.fixture(1), .fixture(2), .fixture(3)])
        }
    }

    @Suite struct アカウントが消される前だった場合 {
        @Test(arguments: Strength.allCases)
        fileprivate func サーバは削除を取り消し_セッションを記録する(strength: Strength) async throws {
            let registry = await InMemoryAccountRegistry.withExample(hash: strength.hash)
            let account = StoredAccount(account: .example, passwordHash: strength.hash)
            _ = await registry.schedule(.example, of: account, by: .fixture(1), at: .example)

            let scenario = try await open(with: .fixture(accountRegistry: registry))

            guard case .消される前だった場合_サーバは取り消してアカウントとセッションを返す(let opened) = scenario.goal else {
                return #expect(scenario.goal.name == "消される前だった場合_サーバは取り消してアカウントとセッションを返す")
            }
            #expect(
                scenario.sentences == [
                    naming, counting, comparing, strength.recording, "消される前だった場合_サーバは取り消してアカウントとセッションを返す",
                ])
            #expect(opened.keptFrom == Deletion.example.at)
            await expect(registry.account(named: .example)?.deletionAt, equals: nil)
            await expect(registry.lasting(), equals: [opened.session])
        }
    }

    @Suite struct 名前とパスワードが合う場合 {
        @Test(arguments: Strength.allCases)
        fileprivate func サーバはセッションを記録し_古い強さのハッシュは作り直す(strength: Strength) async throws {
            let registry = await InMemoryAccountRegistry.withExample(hash: strength.hash)
            let hasher = StubCredentialHasher()

            let scenario = try await open(with: .fixture(accountRegistry: registry, credentialHasher: hasher))

            let opened = try #require(scenario.opened)
            #expect(
                scenario.sentences == [naming, counting, comparing, strength.recording, "サーバはアカウントとセッションを返す"])
            #expect(opened.account == .example)
            let found = await registry.session(under: .stub(opened.token), at: .example)
            #expect(found?.session.id == opened.session)
            #expect(found?.session.udid == AccountRequest.example.device)
            #expect(found?.session.expiresAt == opened.expiresAt)
            #expect(Set(await registry.lasting()) == [.fixture(1), opened.session])
            await expect(registry.account(named: .example)?.passwordHash, equals: .stub())
            #expect(hasher.calls == [.compare] + (strength == .今の強さ ? [] : [.hash]) + [.digest])
        }

        @Test(arguments: Strength.allCases)
        fileprivate func 照合したあとでパスワードが変われば_サーバは拒否しセッションは始めない(strength: Strength) async throws {
            let registry = await InMemoryAccountRegistry.withExample(hash: strength.hash)

            let scenario = try await open(
                with: .fixture(accountRegistry: registry).before("AccountRegistry.begin") {
                    await registry.changePassword()
                })

            #expect(scenario.goal == .パスワードが変わったところの場合_サーバは拒否する)
            #expect(
                scenario.sentences == [
                    naming, counting, comparing, strength.recording, "パスワードが変わったところの場合_サーバは拒否する",
                ])
            await expect(registry.lasting(), equals: [InMemoryAccountRegistry.changing])
            await expect(registry.account(named: .example)?.passwordHash, equals: .stub(PasswordChange.example.new))
        }
    }

    @Suite struct 名前かパスワードが違う場合 {
        @Test func パスワードが違えばサーバは拒否し_何も変えない() async throws {
            let registry = await InMemoryAccountRegistry.withExample(hash: .stub(PasswordChange.example.new))
            let hasher = StubCredentialHasher()

            let scenario = try await open(with: .fixture(accountRegistry: registry, credentialHasher: hasher))

            #expect(scenario.goal == .パスワードが違う場合_サーバは拒否する)
            #expect(scenario.sentences == [naming, counting, comparing, "パスワードが違う場合_サーバは拒否する"])
            await expect(registry.lasting(), equals: [.fixture(1)])
            #expect(hasher.calls == [.compare])
        }

        @Test(arguments: Strength.allCases)
        fileprivate func アカウントが止められていれば_照合してから拒否し何も変えない(strength: Strength) async throws {
            let registry = LockedAccountRegistry(base: await .withExample(hash: strength.hash))
            let hasher = StubCredentialHasher()

            let scenario = try await open(with: .fixture(accountRegistry: registry, credentialHasher: hasher))

            #expect(scenario.goal == .アカウントが止められている場合_サーバは拒否する)
            #expect(scenario.sentences == [naming, counting, comparing, "アカウントが止められている場合_サーバは拒否する"])
            #expect(hasher.calls == [.compare])
            await expect(registry.base.lasting(), equals: [.fixture(1)])
        }

        @Test func アカウントがなければ_サーバは同じ手間をかけて拒否する() async throws {
            let registry = InMemoryAccountRegistry()
            let hasher = StubCredentialHasher()

            let scenario = try await open(with: .fixture(accountRegistry: registry, credentialHasher: hasher))

            #expect(scenario.goal == .アカウントがない場合_サーバは拒否する)
            #expect(scenario.sentences == [naming, counting, comparingWithNone, "アカウントがない場合_サーバは拒否する"])
            #expect(hasher.calls == [.compare])
            await expect(registry.account(named: .example), equals: nil)
        }

        @Test(arguments: ["", "a b", "エイダ", "ad", "a\0da", String(repeating: "x", count: 33)])
        func 名前の形でなければ_サーバは何も尋ねずに拒否する(name: String) async throws {
            let hasher = StubCredentialHasher()
            let request = AccountRequest(
                credentials: Credentials(name: name, password: .example), device: .example(1), network: "192.0.2.1")

            let scenario = try await open(request, with: .fixture(credentialHasher: hasher))

            #expect(scenario.goal == .名前の形でない場合_サーバは拒否する)
            #expect(scenario.sentences == [naming, "名前の形でない場合_サーバは拒否する"])
            #expect(hasher.calls == [])
        }
    }

    @Suite struct 間違いが多すぎる場合 {
        @Test func サーバは照合せずに_次に試せる時刻を返す() async throws {
            let registry = await InMemoryAccountRegistry.withExample()
            for _ in 0..<GuessRules.limit { _ = await registry.admit(.example, at: .example) }
            let hasher = StubCredentialHasher()

            let scenario = try await open(with: .fixture(accountRegistry: registry, credentialHasher: hasher))

            #expect(scenario.goal == .間違いが多すぎる場合_サーバは次に試せる時刻を返す(until: .example + GuessRules.window))
            #expect(scenario.sentences == [naming, counting, "間違いが多すぎる場合_サーバは次に試せる時刻を返す"])
            await expect(registry.lasting(), equals: [.fixture(1)])
            #expect(hasher.calls == [])
        }
    }
}

extension Scenario<OpenSession> {
    fileprivate var opened: OpenedSession? {
        if case .サーバはアカウントとセッションを返す(let opened) = goal { opened } else { nil }
    }
}

extension Guess {
    fileprivate static let example = Guess(name: .example, network: AccountRequest.example.network)
}

extension AccountRequest {
    fileprivate static func guess(
        _ name: String = "ada", _ password: Password = PasswordChange.example.new, from network: String = "192.0.2.1"
    ) -> AccountRequest {
        AccountRequest(
            credentials: Credentials(name: name, password: password), device: .example(1), network: network)
    }
}

@Suite struct `ユースケース【セッションを始める】の約束` {
    /// Otherwise the login of another server, which knows of no second factor yet, would go on without a code.
    @Test func 照合したあとで二つ目の要素が付けば_セッションは始めない() async throws {
        let registry = await InMemoryAccountRegistry.withExample()

        let scenario = try await open(
            with: .fixture(accountRegistry: registry).before("AccountRegistry.begin") {
                let account = StoredAccount(account: .example, passwordHash: .stub())
                await registry.make(.begin(.example, until: .example + .seconds(1)), of: account)
                await registry.make(.confirm(.example, step: 0, backups: []), of: account)
            })

        #expect(scenario.goal == .パスワードが変わったところの場合_サーバは拒否する)
        await expect(registry.lasting(), equals: [.fixture(1)])
    }

    /// A login needs no code while the key is not confirmed.
    @Test func 確かめる前の二つ目の要素は_コードを求めない() async throws {
        let registry = await InMemoryAccountRegistry.withExample()
        await registry.make(
            .begin(.example, until: .example + .seconds(1)), of: StoredAccount(account: .example, passwordHash: .stub())
        )

        #expect(try await open(with: .fixture(accountRegistry: registry)).opened != nil)
    }

    private let clock = ManualClock()

    private func dependencies() async -> Dependencies {
        .fixture(clock: clock, accountRegistry: await InMemoryAccountRegistry.withExample())
    }

    /// After the limit, the server refuses the correct password as well.
    @Test(arguments: ["ada", "nobody"]) func 同じネットワークから間違えられるのは限りまで(name: String) async throws {
        let dependencies = await dependencies()

        for _ in 0..<GuessRules.limit {
            #expect(try await open(.guess(name), with: dependencies).isRefused)
        }

        for password in [Password.example, PasswordChange.example.new] {
            let scenario = try await open(.guess(name, password), with: dependencies)
            #expect(scenario.goal == .間違いが多すぎる場合_サーバは次に試せる時刻を返す(until: .example + GuessRules.window))
        }
    }

    @Test func ほかのネットワークからは試せる() async throws {
        let dependencies = await dependencies()
        for _ in 0...GuessRules.limit { _ = try await open(.guess(), with: dependencies) }

        let scenario = try await open(.guess("ada", .example, from: "198.51.100.0/24"), with: dependencies)

        #expect(scenario.opened != nil)
    }

    /// A request that could not be served does not count as a guess.
    @Test(arguments: [
        "CredentialHasher.compare", "CredentialHasher.hash", "CredentialHasher.digest", "AccountRegistry.begin",
    ])
    func 照合や記録に失敗した試みは数えない(call: String) async throws {
        let registry = await InMemoryAccountRegistry.withExample(hash: .stub(strength: 1))
        let failing = Dependencies.fixture(clock: clock, accountRegistry: registry).failing(
            call, with: .system(error: .混雑))

        for _ in 0...GuessRules.limit { _ = try? await open(.guess("ada", .example), with: failing) }

        for _ in 0..<GuessRules.limit {
            await expect(registry.admit(Guess(name: .example, network: "192.0.2.1"), at: .example).until, equals: nil)
        }
    }

    @Test func ログインできれば間違いは忘れる() async throws {
        let dependencies = await dependencies()
        for _ in 0..<2 {
            for _ in 1..<GuessRules.limit { #expect(try await open(.guess(), with: dependencies).isRefused) }
            #expect(try await open(.guess("ada", .example), with: dependencies).opened != nil)
        }
    }

    /// Otherwise the owner of one account could try the passwords of other accounts without a limit.
    @Test func ほかの名前でログインできても間違いは忘れない() async throws {
        let dependencies = await dependencies()
        for _ in 0..<GuessRules.limit { _ = try await open(.guess("grace"), with: dependencies) }

        #expect(try await open(.guess("ada", .example), with: dependencies).opened != nil)

        #expect(try await open(.guess("grace"), with: dependencies).isTooOften)
    }

    @Test func ログインするたびに別のトークンになる() async throws {
        let dependencies = await dependencies()

        let first = try #require(try await open(with: dependencies).opened)
        let second = try #require(try await open(with: dependencies).opened)

        #expect(first.token != second.token)
        #expect(first.session != second.session)
    }
}

extension Scenario<OpenSession> {
    fileprivate var isRefused: Bool { goal == .パスワードが違う場合_サーバは拒否する || goal == .アカウントがない場合_サーバは拒否する }
    fileprivate var isTooOften: Bool { if case .間違いが多すぎる場合_サーバは次に試せる時刻を返す = goal { true } else { false } }
}
