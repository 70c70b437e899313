import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private let finding = "サーバはトークンのセッションを探す"
private let counting = "サーバは試した回数を数えアカウントを探す"
private let comparing = "サーバはパスワードを照合する"
private let ending = "サーバはほかのセッションを終わらせる"
private let lockedOut = CloseOtherSessions.Goals.間違いが多すぎる場合_サーバは次に試せる時刻を返す(
    account: .example, until: .example + GuessRules.window)

private func close(
    _ ended: EndedSessions = .others, _ request: ConfirmedRequest = .example, with dependencies: Dependencies
) async throws -> Scenario<CloseOtherSessions> {
    try await CloseOtherSessions.interact(
        from: CloseOtherSessions.initial(request: request, ended: ended), as: .application, with: dependencies)
}

@Suite(.behaviour) struct `ユースケース【ほかのセッションを終える】` {
    @Test func 二つ目の要素があれば_コードが要る() async throws {
        try await expectCodes(
            needed: .コードが要る場合_サーバは求める(account: .example), wrong: .コードが違う場合_サーバは拒否する(account: .example),
            later: lockedOut,
            after: [finding, counting, comparing]
        ) { try await close(.others, .proved(by: $0), with: $1) }
    }

    @Suite struct パスワードが合う場合 {
        private static let rest: [(EndedSessions, [UUIDv7])] = [
            (.one(.fixture(2)), [.fixture(1), .fixture(3)]), (.one(.fixture(1)), [.fixture(2), .fixture(3)]),
            (.others, [.fixture(1)]),
        ]

        @Test(arguments: rest, [1, 2])
        func サーバは頼まれたセッションだけを終わらせる(row: (EndedSessions, [UUIDv7]), strength: Int) async throws {
            let (ended, rest) = row
            let registry = await InMemoryAccountRegistry.crowded(hash: .stub(strength: strength))

            let scenario = try await close(ended, with: .fixture(accountRegistry: registry))

            #expect(scenario.goal == .サーバは終わったことを返す(account: .example))
            #expect(scenario.sentences == [finding, counting, comparing, ending, "サーバは終わったことを返す"])
            await expect(registry.lasting(), equals: rest)
            await expect(registry.lasting(of: .fixture(4)), equals: [.fixture(4)])
        }

        /// A user cannot end or discover the sessions of other accounts.
        @Test(arguments: [UUIDv7.fixture(4), .fixture(9)])
        func 終わらせるセッションがなければ_サーバは拒否しほかのアカウントのセッションも終わらせない(session: UUIDv7) async throws {
            try await expectRefusal(
                .終わらせるセッションがない場合_サーバは拒否する, after: [finding, counting, comparing, ending], [.digest, .compare]
            ) { try await close(.one(session), with: $0) }
        }
    }

    @Suite struct サーバが断る場合 {
        @Test(arguments: [EndedSessions.one(.fixture(2)), .others])
        func トークンのセッションがなければ_何も調べない(ended: EndedSessions) async throws {
            try await expectRefusal(.セッションがない場合_サーバは拒否する, after: [finding], [.digest]) {
                try await close(ended, .unknown, with: $0)
            }
        }

        @Test(arguments: [EndedSessions.one(.fixture(2)), .others])
        func パスワードが違えば_何も終わらせない(ended: EndedSessions) async throws {
            try await expectRefusal(
                .パスワードが違う場合_サーバは拒否する(account: .example), after: [finding, counting, comparing], [.digest, .compare]
            ) { try await close(ended, .wrong, with: $0) }
        }

        @Test func 間違いが多すぎれば_照合せずに次に試せる時刻を返す() async throws {
            try await expectRefusal(lockedOut, after: [finding, counting], [.digest], guesses: GuessRules.limit) {
                try await close(with: $0)
            }
        }

        @Test func アカウントがなくなっていれば_照合しない() async throws {
            try await expectRefusal(
                .セッションがない場合_サーバは拒否する, after: [finding, counting], [.digest], losesAccount: true
            ) { try await close(with: $0) }
        }
    }
}

@Suite struct `ユースケース【ほかのセッションを終える】の約束` {
    @Test func 正しいコードなら終わらせる() async throws {
        try await expectRightCodes(
            { try await close(.others, .proved(by: $0), with: $1) },
            isReached: { $0 == .サーバは終わったことを返す(account: .example) })
    }

    /// The requested state is already reached.
    @Test func 別の要求が先にすべて終わらせていても_終わったことになる() async throws {
        let registry = await InMemoryAccountRegistry.crowded()

        let scenario = try await close(
            with: .fixture(accountRegistry: registry).before("AccountRegistry.end") {
                for number in UInt64(1)...3 {
                    _ = await registry.end(.one(.fixture(number)), of: Account.example.id, at: .example)
                }
            })

        #expect(scenario.goal == .サーバは終わったことを返す(account: .example))
    }

    @Test func 別の要求が先にその一つを終わらせていれば_ないことになる() async throws {
        let registry = await InMemoryAccountRegistry.crowded()

        let scenario = try await close(
            .one(.fixture(2)),
            with: .fixture(accountRegistry: registry).before("AccountRegistry.end") {
                _ = await registry.end(.one(.fixture(2)), of: Account.example.id, at: .example)
            })

        #expect(scenario.goal == .終わらせるセッションがない場合_サーバは拒否する)
    }

    /// Only a wrong password counts.
    @Test func 間違えられるのは限りまでで_合うパスワードは数えない() async throws {
        let dependencies = Dependencies.fixture(accountRegistry: await InMemoryAccountRegistry.crowded())

        for _ in 0..<GuessRules.limit { _ = try await close(.one(.fixture(9)), with: dependencies) }
        for _ in 0..<GuessRules.limit {
            try await expect(
                close(.others, .wrong, with: dependencies).goal, equals: .パスワードが違う場合_サーバは拒否する(account: .example))
        }

        try await expect(close(with: dependencies).goal, equals: lockedOut)
    }
}
