package import CalearningDomain
package import UsecasesEngine

/// ユースケース【ログイン状態を確かめる】
package enum RestoreSession: Usecase {
    package enum Basics: SceneName {
        case アプリはログイン状態が保存されていないかを調べる
        case アプリはサーバにログイン状態を確かめる(token: SessionToken)
    }

    package enum Alternatives: SceneName {
        case セッションが終わっている場合_アプリはログイン状態を忘れる(token: SessionToken)
    }

    package enum Goals: SceneName {
        case アプリはホーム画面を表示(loggedIn: LoggedIn)
        case ログインしていない場合_アプリはログイン画面を表示(udid: UDID?)
    }

    package static let title = "ログイン状態を確かめる"
    package static let invocation = Invocation.command("whoami")
    package static let actors: Set<Actor> = [.user, .application]
    package static let initial = Step<Self>.basic(.アプリはログイン状態が保存されていないかを調べる)
    package static let beginnings: [Step<Self>] = [initial]

    package static func next(
        after scene: Step<Self>, with membership: Membership
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはログイン状態が保存されていないかを調べる):
            return if let token = try await membership.token {
                .basic(.アプリはサーバにログイン状態を確かめる(token: token))
            } else {
                .last(.ログインしていない場合_アプリはログイン画面を表示(udid: try await membership.udid))
            }
        case .basic(.アプリはサーバにログイン状態を確かめる(let token)):
            return if let loggedIn = try await membership.backend.session(of: token) {
                .last(.アプリはホーム画面を表示(loggedIn: loggedIn))
            } else {
                .alternate(.セッションが終わっている場合_アプリはログイン状態を忘れる(token: token))
            }
        case .alternate(.セッションが終わっている場合_アプリはログイン状態を忘れる(let token)):
            try await membership.forget(token)
            return .last(.ログインしていない場合_アプリはログイン画面を表示(udid: try await membership.udid))
        }
    }

    package static let english = [
        title: "Restore the session",
        "アプリはログイン状態が保存されていないかを調べる": "The application checks whether a session is saved",
        "アプリはサーバにログイン状態を確かめる": "The application asks the server whether the session still holds",
        "セッションが終わっている場合_アプリはログイン状態を忘れる": "If the session has ended, the application forgets it",
        "アプリはホーム画面を表示": "The application shows the home screen",
        "ログインしていない場合_アプリはログイン画面を表示": "If nobody is logged in, the application shows the login screen",
    ]
}
