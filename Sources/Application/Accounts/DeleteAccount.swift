package import CalearningDomain
package import UsecasesEngine

/// ユースケース【アカウントを削除する】
package enum DeleteAccount: Usecase {
    package enum Basics: SceneName {
        case アプリはログイン状態が保存されていないかを調べる(password: Password)
        case アプリはサーバにアカウントの削除を頼む(password: Password, token: SessionToken)
        case アプリはログイン状態を忘れる(token: SessionToken)
    }

    package enum Alternatives: SceneName {
        case セッションが終わっている場合_アプリはログイン状態を忘れる(token: SessionToken)
    }

    package enum Goals: SceneName {
        case アプリはアカウントを削除したことを表示
        case パスワードが違う場合_アプリは違うことを表示
        case 間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: WrittenTime?)
        case ログインしていない場合_アプリはログイン画面を表示
    }

    package static let title = "アカウントを削除する"
    package static let invocation = Invocation.command("delete-account")
    package static let actors: Set<Actor> = [.user]

    package static func initial(password: Password) -> Step<Self> {
        .basic(.アプリはログイン状態が保存されていないかを調べる(password: password))
    }

    package static let beginnings: [Step<Self>] = [initial(password: .example)]

    package static func next(
        after scene: Step<Self>, with membership: Membership
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはログイン状態が保存されていないかを調べる(let password)):
            return if let token = try await membership.token {
                .basic(.アプリはサーバにアカウントの削除を頼む(password: password, token: token))
            } else {
                .last(.ログインしていない場合_アプリはログイン画面を表示)
            }
        case .basic(.アプリはサーバにアカウントの削除を頼む(let password, let token)):
            return switch try await membership.backend.deleteAccount(with: password, by: token) {
            case .deleted: .basic(.アプリはログイン状態を忘れる(token: token))
            case .refused: .last(.パスワードが違う場合_アプリは違うことを表示)
            case .tooOften(let until): .last(.間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: until.map(WrittenTime.init)))
            case .loggedOut: .alternate(.セッションが終わっている場合_アプリはログイン状態を忘れる(token: token))
            }
        case .basic(.アプリはログイン状態を忘れる(let token)):
            try await membership.forget(token)
            return .last(.アプリはアカウントを削除したことを表示)
        case .alternate(.セッションが終わっている場合_アプリはログイン状態を忘れる(let token)):
            try await membership.forget(token)
            return .last(.ログインしていない場合_アプリはログイン画面を表示)
        }
    }

    package static let english = [
        title: "Delete the account",
        "アプリはログイン状態が保存されていないかを調べる": "The application checks whether a session is saved",
        "アプリはサーバにアカウントの削除を頼む": "The application asks the server to delete the account",
        "アプリはログイン状態を忘れる": "The application forgets the session",
        "セッションが終わっている場合_アプリはログイン状態を忘れる": "If the session has ended, the application forgets it",
        "アプリはアカウントを削除したことを表示": "The application shows that the account was deleted",
        "パスワードが違う場合_アプリは違うことを表示": "If the password is wrong, the application says so",
        "間違いが多すぎる場合_アプリは次に試せる時刻を表示": "After too many failures, the application shows when one may try again",
        "ログインしていない場合_アプリはログイン画面を表示": "If nobody is logged in, the application shows the login screen",
    ]
}
