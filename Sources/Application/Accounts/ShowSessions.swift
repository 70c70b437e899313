package import CalearningDomain
package import UsecasesEngine

/// ユースケース【ログイン中の端末を見る】
package enum ShowSessions: Usecase {
    package enum Basics: SceneName {
        case アプリはログイン状態が保存されていないかを調べる
        case アプリはサーバにログイン中の端末を尋ねる(token: SessionToken)
    }

    package enum Alternatives: SceneName {
        case セッションが終わっている場合_アプリはログイン状態を忘れる(token: SessionToken)
    }

    package enum Goals: SceneName {
        case アプリはログイン中の端末を表示(list: SessionList)
        case ログインしていない場合_アプリはログイン画面を表示
    }

    package static let title = "ログイン中の端末を見る"
    package static let invocation = Invocation.command("sessions")
    package static let actors: Set<Actor> = [.user]
    package static let initial = Step<Self>.basic(.アプリはログイン状態が保存されていないかを調べる)
    package static let beginnings: [Step<Self>] = [initial]

    package static func next(
        after scene: Step<Self>, with membership: Membership
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはログイン状態が保存されていないかを調べる):
            return if let token = try await membership.token {
                .basic(.アプリはサーバにログイン中の端末を尋ねる(token: token))
            } else {
                .last(.ログインしていない場合_アプリはログイン画面を表示)
            }
        case .basic(.アプリはサーバにログイン中の端末を尋ねる(let token)):
            return if let list = try await membership.backend.sessions(of: token) {
                .last(.アプリはログイン中の端末を表示(list: list))
            } else {
                .alternate(.セッションが終わっている場合_アプリはログイン状態を忘れる(token: token))
            }
        case .alternate(.セッションが終わっている場合_アプリはログイン状態を忘れる(let token)):
            try await membership.forget(token)
            return .last(.ログインしていない場合_アプリはログイン画面を表示)
        }
    }

    package static let english = [
        title: "Show the devices that are logged in",
        "アプリはログイン状態が保存されていないかを調べる": "The application checks whether a session is saved",
        "アプリはサーバにログイン中の端末を尋ねる": "The application asks the server which devices are logged in",
        "セッションが終わっている場合_アプリはログイン状態を忘れる": "If the session has ended, the application forgets it",
        "アプリはログイン中の端末を表示": "The application shows the devices that are logged in",
        "ログインしていない場合_アプリはログイン画面を表示": "If nobody is logged in, the application shows the login screen",
    ]
}
