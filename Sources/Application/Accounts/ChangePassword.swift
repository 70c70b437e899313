package import CalearningDomain
package import UsecasesEngine

/// ユースケース【パスワードを変える】
package enum ChangePassword: Usecase {
    package enum Basics: SceneName {
        case アプリは新しいパスワードが規則に合うかを調べる(change: PasswordChange)
        case アプリはログイン状態が保存されていないかを調べる(change: PasswordChange)
        case アプリはサーバにパスワードの変更を頼む(change: PasswordChange, token: SessionToken)
        case アプリは新しいログイン状態を保存する(opened: OpenedSession)
    }

    package enum Alternatives: SceneName {
        case セッションが終わっている場合_アプリはログイン状態を忘れる(token: SessionToken)
    }

    package enum Goals: SceneName {
        case アプリはパスワードが変わったことを表示(account: Account)
        case 規則に合わない場合_アプリは直すところを表示(flaws: [AccountFlaw])
        case 今のパスワードが違う場合_アプリは違うことを表示
        case コードが要る場合_アプリはコードを尋ねる
        case コードが違う場合_アプリは違うことを表示
        case 間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: WrittenTime?)
        case ログインしていない場合_アプリはログイン画面を表示
    }

    package static let title = "パスワードを変える"
    package static let invocation = Invocation.command("password")
    package static let actors: Set<Actor> = [.user]

    package static func initial(change: PasswordChange) -> Step<Self> {
        .basic(.アプリは新しいパスワードが規則に合うかを調べる(change: change))
    }

    package static let beginnings: [Step<Self>] = [initial(change: .example), initial(change: .flawedExample)]

    package static let drawnBeginning: (@Sendable (inout RandomChoices) -> Step<Self>)? = {
        initial(change: PasswordChange(old: .example, new: .drawn(by: &$0)))
    }

    package static func next(
        after scene: Step<Self>, with membership: Membership
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは新しいパスワードが規則に合うかを調べる(let change)):
            // Only the server knows the name, so only it can check whether the name is the new password.
            let flaws = AccountRules.flaws(of: change.new, forName: "")
            return flaws.isEmpty
                ? .basic(.アプリはログイン状態が保存されていないかを調べる(change: change))
                : .last(.規則に合わない場合_アプリは直すところを表示(flaws: flaws))
        case .basic(.アプリはログイン状態が保存されていないかを調べる(let change)):
            return if let token = try await membership.token {
                .basic(.アプリはサーバにパスワードの変更を頼む(change: change, token: token))
            } else {
                .last(.ログインしていない場合_アプリはログイン画面を表示)
            }
        case .basic(.アプリはサーバにパスワードの変更を頼む(let change, let token)):
            return switch try await membership.backend.changePassword(change, by: token) {
            case .changed(let opened): .basic(.アプリは新しいログイン状態を保存する(opened: opened))
            case .flawed(let flaws): .last(.規則に合わない場合_アプリは直すところを表示(flaws: flaws))
            case .refused: .last(.今のパスワードが違う場合_アプリは違うことを表示)
            case .unproved(.needed): .last(.コードが要る場合_アプリはコードを尋ねる)
            case .unproved(.wrong): .last(.コードが違う場合_アプリは違うことを表示)
            case .tooOften(let until): .last(.間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: until.map(WrittenTime.init)))
            case .loggedOut: .alternate(.セッションが終わっている場合_アプリはログイン状態を忘れる(token: token))
            }
        case .basic(.アプリは新しいログイン状態を保存する(let opened)):
            try await membership.save(opened)
            return .last(.アプリはパスワードが変わったことを表示(account: opened.account))
        case .alternate(.セッションが終わっている場合_アプリはログイン状態を忘れる(let token)):
            try await membership.forget(token)
            return .last(.ログインしていない場合_アプリはログイン画面を表示)
        }
    }

    package static let english = [
        title: "Change the password",
        "アプリは新しいパスワードが規則に合うかを調べる": "The application checks the new password against the rules",
        "アプリはログイン状態が保存されていないかを調べる": "The application checks whether a session is saved",
        "アプリはサーバにパスワードの変更を頼む": "The application asks the server to change the password",
        "アプリは新しいログイン状態を保存する": "The application saves the new session",
        "セッションが終わっている場合_アプリはログイン状態を忘れる": "If the session has ended, the application forgets it",
        "アプリはパスワードが変わったことを表示": "The application shows that the password was changed",
        "規則に合わない場合_アプリは直すところを表示": "If it breaks a rule, the application shows what to fix",
        "今のパスワードが違う場合_アプリは違うことを表示": "If the current password is wrong, the application says so",
        "コードが要る場合_アプリはコードを尋ねる": "If a code is needed, the application asks for it",
        "コードが違う場合_アプリは違うことを表示": "If the code is wrong, the application says so",
        "間違いが多すぎる場合_アプリは次に試せる時刻を表示": "After too many failures, the application shows when one may try again",
        "ログインしていない場合_アプリはログイン画面を表示": "If nobody is logged in, the application shows the login screen",
    ]
}
