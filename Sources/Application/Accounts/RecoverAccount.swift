package import CalearningDomain
package import UsecasesEngine

/// ユースケース【アカウントを復旧する】
package enum RecoverAccount: Usecase {
    package enum Basics: SceneName {
        case アプリは名前と新しいパスワードが規則に合うかを調べる(recovery: AccountRecovery)
        case アプリは復旧コードの形を調べる(recovery: AccountRecovery)
        case アプリはサーバに復旧を頼む(recovery: AccountRecovery)
    }

    package enum Goals: SceneName {
        case アプリはパスワードが変わったことを表示
        case 規則に合わない場合_アプリは直すところを表示(flaws: [AccountFlaw])
        case 名前かコードが違う場合_アプリは違うことを表示
        case 二つ目の要素のコードが要る場合_アプリはコードを尋ねる
        case 二つ目の要素のコードが違う場合_アプリは違うことを表示
        case 間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: WrittenTime?)
    }

    package static let title = "アカウントを復旧する"
    package static let invocation = Invocation.command("recover")
    package static let actors: Set<Actor> = [.user]

    package static func initial(recovery: AccountRecovery) -> Step<Self> {
        .basic(.アプリは名前と新しいパスワードが規則に合うかを調べる(recovery: recovery))
    }

    package static let beginnings: [Step<Self>] = [
        initial(recovery: .example), initial(recovery: .flawedExample), initial(recovery: .codelessExample),
    ]

    package static let drawnBeginning: (@Sendable (inout RandomChoices) -> Step<Self>)? = {
        initial(recovery: AccountRecovery(credentials: .drawn(by: &$0), code: .example))
    }

    package static func next(
        after scene: Step<Self>, with membership: Membership
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは名前と新しいパスワードが規則に合うかを調べる(let recovery)):
            let flaws = AccountRules.flaws(of: recovery.credentials)
            return flaws.isEmpty
                ? .basic(.アプリは復旧コードの形を調べる(recovery: recovery))
                : .last(.規則に合わない場合_アプリは直すところを表示(flaws: flaws))
        case .basic(.アプリは復旧コードの形を調べる(let recovery)):
            return recovery.code == nil
                ? .last(.名前かコードが違う場合_アプリは違うことを表示)
                : .basic(.アプリはサーバに復旧を頼む(recovery: recovery))
        case .basic(.アプリはサーバに復旧を頼む(let recovery)):
            return switch try await membership.backend.recover(recovery) {
            case .recovered: .last(.アプリはパスワードが変わったことを表示)
            case .flawed(let flaws): .last(.規則に合わない場合_アプリは直すところを表示(flaws: flaws))
            case .refused: .last(.名前かコードが違う場合_アプリは違うことを表示)
            case .unproved(.needed): .last(.二つ目の要素のコードが要る場合_アプリはコードを尋ねる)
            case .unproved(.wrong): .last(.二つ目の要素のコードが違う場合_アプリは違うことを表示)
            case .tooOften(let until): .last(.間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: until.map(WrittenTime.init)))
            }
        }
    }

    package static let english = [
        title: "Recover the account",
        "アプリは名前と新しいパスワードが規則に合うかを調べる": "The application checks the name and the new password against the rules",
        "アプリは復旧コードの形を調べる": "The application checks that the code has the form of one",
        "アプリはサーバに復旧を頼む": "The application asks the server to recover the account",
        "アプリはパスワードが変わったことを表示": "The application shows that the password was changed",
        "規則に合わない場合_アプリは直すところを表示": "If it breaks a rule, the application shows what to fix",
        "名前かコードが違う場合_アプリは違うことを表示": "If the name or the code is wrong, the application says so",
        "二つ目の要素のコードが要る場合_アプリはコードを尋ねる": "If a code of the second factor is needed, the application asks for it",
        "二つ目の要素のコードが違う場合_アプリは違うことを表示": "If the code of the second factor is wrong, the application says so",
        "間違いが多すぎる場合_アプリは次に試せる時刻を表示": "After too many failures, the application shows when one may try again",
    ]
}
