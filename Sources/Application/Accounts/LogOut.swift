package import CalearningDomain
package import UsecasesEngine

/// ユースケース【ログアウトする】
package enum LogOut: Usecase {
    package enum Basics: SceneName {
        case アプリはログイン状態が保存されていないかを調べる
        case アプリはサーバにセッションを終えるよう頼む(token: SessionToken)
        case アプリはログイン状態を忘れる(token: SessionToken)
    }

    package enum Alternatives: SceneName {
        case サーバが終えられない場合_アプリはここでだけログイン状態を忘れる(token: SessionToken)
    }

    package enum Goals: SceneName {
        case アプリはログイン画面を表示
        case ログインしていない場合_アプリはログインしていないことを表示
        case サーバが終えられない場合_アプリはサーバにはまだ残っていることを表示
    }

    package static let title = "ログアウトする"
    package static let invocation = Invocation.command("logout")
    package static let actors: Set<Actor> = [.user]
    package static let initial = Step<Self>.basic(.アプリはログイン状態が保存されていないかを調べる)
    package static let beginnings: [Step<Self>] = [initial]

    package static func next(
        after scene: Step<Self>, with membership: Membership
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはログイン状態が保存されていないかを調べる):
            return if let token = try await membership.token {
                .basic(.アプリはサーバにセッションを終えるよう頼む(token: token))
            } else {
                .last(.ログインしていない場合_アプリはログインしていないことを表示)
            }
        case .basic(.アプリはサーバにセッションを終えるよう頼む(let token)):
            do throws(ErrorWrapper) {
                try await membership.backend.logOut(token)
                return .basic(.アプリはログイン状態を忘れる(token: token))
            } catch .service, .system(.api, _, _), .system(.application, _, _) {
                // A logout must succeed on the device even if the server cannot end the session.
                return .alternate(.サーバが終えられない場合_アプリはここでだけログイン状態を忘れる(token: token))
            }
        case .basic(.アプリはログイン状態を忘れる(let token)):
            try await membership.forget(token)
            return .last(.アプリはログイン画面を表示)
        case .alternate(.サーバが終えられない場合_アプリはここでだけログイン状態を忘れる(let token)):
            try await membership.forget(token)
            return .last(.サーバが終えられない場合_アプリはサーバにはまだ残っていることを表示)
        }
    }

    package static let english = [
        title: "Log out",
        "アプリはログイン状態が保存されていないかを調べる": "The application checks whether a session is saved",
        "アプリはサーバにセッションを終えるよう頼む": "The application asks the server to end the session",
        "アプリはログイン状態を忘れる": "The application forgets the session",
        "サーバが終えられない場合_アプリはここでだけログイン状態を忘れる":
            "If the server cannot end it, the application forgets the session on this device alone",
        "アプリはログイン画面を表示": "The application shows the login screen",
        "ログインしていない場合_アプリはログインしていないことを表示": "If nobody is logged in, the application says so",
        "サーバが終えられない場合_アプリはサーバにはまだ残っていることを表示":
            "If the server cannot end it, the application says that the session still has to end there",
    ]
}
