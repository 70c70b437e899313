import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private let rules = "アプリは名前と新しいパスワードが規則に合うかを調べる"
private let form = "アプリは復旧コードの形を調べる"
private let asking = "アプリはサーバに復旧を頼む"

private func recover(
    _ recovery: AccountRecovery = .example, with accounts: StubAccountBackend
) async throws -> Scenario<RecoverAccount> {
    try await RecoverAccount.interact(
        from: RecoverAccount.initial(recovery: recovery), as: .user, with: .fixture(accountBackend: accounts))
}

@Suite(.behaviour) struct `ユースケース【アカウントを復旧する】` {
    @Test func サーバが認めれば_アプリはパスワードが変わったことを表示() async throws {
        let accounts = StubAccountBackend()

        let scenario = try await recover(.secondExample, with: accounts)

        #expect(scenario.goal == .アプリはパスワードが変わったことを表示)
        #expect(scenario.sentences == [rules, form, asking, "アプリはパスワードが変わったことを表示"])
        #expect(accounts.calls == [.recover(.secondExample)])
    }

    @Test func 規則に合わなければ_サーバには尋ねず直すところをすべて表示() async throws {
        let accounts = StubAccountBackend()

        let scenario = try await recover(.flawedExample, with: accounts)

        #expect(scenario.goal == .規則に合わない場合_アプリは直すところを表示(flaws: [.nameCharacters, .passwordTooShort]))
        #expect(scenario.sentences == [rules, "規則に合わない場合_アプリは直すところを表示"])
        #expect(accounts.calls == [])
    }

    @Test func コードの形でなければ_サーバには尋ねず違うことを表示() async throws {
        let accounts = StubAccountBackend()

        let scenario = try await recover(.codelessExample, with: accounts)

        #expect(scenario.goal == .名前かコードが違う場合_アプリは違うことを表示)
        #expect(scenario.sentences == [rules, form, "名前かコードが違う場合_アプリは違うことを表示"])
        #expect(accounts.calls == [])
    }

    private static let refusals: [(RecoveryAnswer, RecoverAccount.Goals, String)] = [
        (.refused, .名前かコードが違う場合_アプリは違うことを表示, "名前かコードが違う場合_アプリは違うことを表示"),
        (.unproved(.needed), .二つ目の要素のコードが要る場合_アプリはコードを尋ねる, "二つ目の要素のコードが要る場合_アプリはコードを尋ねる"),
        (.unproved(.wrong), .二つ目の要素のコードが違う場合_アプリは違うことを表示, "二つ目の要素のコードが違う場合_アプリは違うことを表示"),
        (.flawed([.passwordIsCommon]), .規則に合わない場合_アプリは直すところを表示(flaws: [.passwordIsCommon]), "規則に合わない場合_アプリは直すところを表示"),
        (
            .tooOften(until: .example), .間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: .init(timestamp: .example)),
            "間違いが多すぎる場合_アプリは次に試せる時刻を表示"
        ),
        (.tooOften(until: nil), .間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: nil), "間違いが多すぎる場合_アプリは次に試せる時刻を表示"),
    ]

    @Test(arguments: refusals)
    func サーバが断れば_アプリはわけを表示(answer: RecoveryAnswer, goal: RecoverAccount.Goals, sentence: String) async throws {
        let scenario = try await recover(with: StubAccountBackend(recover: .success(answer)))

        #expect(scenario.goal == goal)
        #expect(scenario.sentences == [rules, form, asking, sentence])
    }
}
