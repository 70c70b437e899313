import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private let counting = "サーバは試した回数を数えアカウントを探す"
private let opening = "サーバはチケットを開く"
private let comparing = "サーバはコードを照合する"
private let recording = "サーバはセッションを記録する"
private let refusal = "ログインの続きでない場合_サーバは拒否する"
private let network = ContinuationRequest.example(with: .other).network

/// Continues a login whose ticket was issued for this account and this network, and ends after `rest`.
private func proceed(
    _ code: SecondCode = .example, with dependencies: Dependencies, account: StoredAccount? = nil,
    from issued: String = network, rest: Duration = .seconds(300)
) async throws -> Scenario<ContinueSession> {
    let registry = try #require(dependencies.accountRegistry.adapter)
    let stored = try await registry.account(named: .example)
    let login = PendingLogin(
        device: .example(1), deviceName: .example, endsAt: dependencies.clock.now + rest)
    let ticket = try PlainVault().ticket(
        for: login, of: account ?? stored ?? StoredAccount(account: .example, passwordHash: .stub()), from: issued)
    let request = ContinuationRequest(ticket: ticket, code: code, network: network)
    return try await ContinueSession.interact(
        from: ContinueSession.initial(request: request), as: .application, with: dependencies)
}

extension Scenario<ContinueSession> {
    fileprivate var opened: OpenedSession? {
        if case .サーバはアカウントとセッションを返す(let opened) = goal { opened } else { nil }
    }
}

@Suite(.behaviour) struct `ユースケース【コードでセッションを始める】` {
    @Suite struct コードが合う場合 {
        @Test(arguments: SecondCode.right) func サーバはセッションを記録し_コードを使ったことにする(code: SecondCode) async throws {
            let registry = await InMemoryAccountRegistry.secured()

            let scenario = try await proceed(code, with: .fixture(accountRegistry: registry))

            let opened = try #require(scenario.opened)
            #expect(scenario.sentences == [counting, opening, comparing, recording, "サーバはアカウントとセッションを返す"])
            let found = await registry.session(under: .stub(opened.token), at: .example)
            #expect(found?.session.udid == .example(1))
            #expect(found?.session.device == .example)
            let factor = await registry.account(named: .example)?.secondFactor
            let isTime = code == .example
            #expect(factor?.lastStep == TimeCodeRules.step(at: .example) - (isTime ? 0 : 1))
            #expect(factor?.backups.count == (isTime ? 1 : 0))
        }

        @Test func アカウントが消される前だったなら_サーバは取り消す() async throws {
            let registry = await InMemoryAccountRegistry.secured()
            let account = try #require(await registry.account(named: .example))
            _ = await registry.schedule(.example, of: account, by: .fixture(1), at: .example)

            let scenario = try await proceed(with: .fixture(accountRegistry: registry))

            #expect(scenario.goal.name == "消される前だった場合_サーバは取り消してアカウントとセッションを返す")
            #expect(scenario.sentences == [counting, opening, comparing, recording, scenario.goal.name])
            await expect(registry.account(named: .example)?.deletionAt, equals: nil)
        }

        @Test func 照合したあとでパスワードが変われば_サーバは拒否する() async throws {
            let registry = await InMemoryAccountRegistry.secured()

            let scenario = try await proceed(
                with: .fixture(accountRegistry: registry).before("AccountRegistry.begin") {
                    await registry.changePassword()
                })

            #expect(scenario.goal == .ログインの続きでない場合_サーバは拒否する)
            #expect(scenario.sentences == [counting, opening, comparing, recording, refusal])
            await expect(registry.lasting(), equals: [InMemoryAccountRegistry.changing])
        }
    }

    @Suite struct サーバが断る場合 {
        @Test(arguments: SecondCode.wrong) func コードが違えば_続けることはできる(code: SecondCode) async throws {
            let registry = await InMemoryAccountRegistry.secured()
            let dependencies = Dependencies.fixture(accountRegistry: registry)

            let scenario = try await proceed(code, with: dependencies)

            #expect(scenario.goal == .コードが違う場合_サーバは拒否する(account: .example))
            #expect(scenario.sentences == [counting, opening, comparing, "コードが違う場合_サーバは拒否する"])
            await expect(registry.lasting(), equals: [.fixture(1), .fixture(2), .fixture(3)])
        }

        @Test func アカウントがなければ_チケットを開かない() async throws {
            let scenario = try await proceed(with: .fixture(accountRegistry: InMemoryAccountRegistry()))

            #expect(scenario.goal == .ログインの続きでない場合_サーバは拒否する)
            #expect(scenario.sentences == [counting, refusal])
        }

        /// A ticket of another password or another network, and one that is over, and an account without a second factor.
        @Test(arguments: ["password", "network", "time", "off"])
        func ログインの続きでなければ_コードを照合しない(reason: String) async throws {
            let registry = await InMemoryAccountRegistry.secured()
            let account = try #require(await registry.account(named: .example))
            if reason == "off" { await registry.make(.remove, of: account) }
            let other = StoredAccount(account: .example, passwordHash: .stub(PasswordChange.example.new))

            let scenario = try await proceed(
                with: .fixture(accountRegistry: registry), account: reason == "password" ? other : nil,
                from: reason == "network" ? "192.0.2.2" : network, rest: .seconds(reason == "time" ? 0 : 300))

            #expect(scenario.goal == .ログインの続きでない場合_サーバは拒否する)
            #expect(scenario.sentences == [counting, opening, refusal])
            await expect(
                registry.account(named: .example)?.secondFactor?.lastStep,
                equals: reason == "off" ? nil : account.secondFactor?.lastStep)
        }

        /// The attempts of the name and this network are counted, and those of the account.
        @Test(arguments: [
            (Guess(name: .example, network: network), [counting]),
            (SecondFactorRules.guess(of: .example), [counting, opening, comparing]),
        ])
        func 間違いが多すぎれば_照合せずに次に試せる時刻を返す(row: (Guess, [String])) async throws {
            let registry = await InMemoryAccountRegistry.secured()
            for _ in 0..<GuessRules.limit { _ = await registry.admit(row.0, at: .example) }

            let scenario = try await proceed(with: .fixture(accountRegistry: registry))

            #expect(scenario.goal == .間違いが多すぎる場合_サーバは次に試せる時刻を返す(until: .example + GuessRules.window))
            #expect(scenario.sentences == row.1 + ["間違いが多すぎる場合_サーバは次に試せる時刻を返す"])
        }
    }
}

@Suite struct `ユースケース【コードでセッションを始める】の約束` {
    @Test(arguments: SecondCode.right) func コードは一度しか使えない(code: SecondCode) async throws {
        let dependencies = Dependencies.fixture(accountRegistry: await InMemoryAccountRegistry.secured())

        #expect(try await proceed(code, with: dependencies).opened != nil)

        try await expect(proceed(code, with: dependencies).goal, equals: .コードが違う場合_サーバは拒否する(account: .example))
    }

    /// An attacker who knows the password can use up the guesses of codes, but not those of backup codes.
    @Test func ほかのネットワークから間違えられても_持ち主は予備のコードで入れる() async throws {
        let registry = await InMemoryAccountRegistry.secured()
        for number in 0..<20 {
            let guess = Guess(name: .example, network: "198.51.100.\(number)")
            _ = await registry.admit(guess, at: .example)
            _ = await registry.admit(SecondFactorRules.guess(of: .example), at: .example)
        }

        let scenario = try await proceed(.backup(.example), with: .fixture(accountRegistry: registry))

        #expect(scenario.opened != nil)
    }

    @Test func 止められたアカウントには入れない() async throws {
        let registry = await InMemoryAccountRegistry.secured()
        let dependencies = Dependencies.fixture(accountRegistry: registry)
        _ = await registry.setLock(true, of: .example, at: .example)

        try await expect(proceed(with: dependencies).goal, equals: .ログインの続きでない場合_サーバは拒否する)
    }
}
