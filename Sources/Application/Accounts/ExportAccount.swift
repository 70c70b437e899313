package import CalearningDomain
package import UsecasesEngine

/// ユースケース【アカウントのデータを見る】
package enum ExportAccount: Usecase {
    package enum Basics: SceneName {
        case アプリはログイン状態が保存されていないかを調べる
        case アプリはサーバにアカウントのデータを求める(token: SessionToken)
    }

    package enum Alternatives: SceneName {
        case セッションが終わっている場合_アプリはログイン状態を忘れる(token: SessionToken)
    }

    package enum Goals: SceneName {
        case アプリはアカウントのデータを表示(export: AccountExport)
        case ログインしていない場合_アプリはログイン画面を表示
    }

    package static let title = "アカウントのデータを見る"
    package static let invocation = Invocation.command("export-account")
    package static let actors: Set<Actor> = [.user]
    package static let initial = Step<Self>.basic(.アプリはログイン状態が保存されていないかを調べる)
    package static let beginnings: [Step<Self>] = [initial]

    package static func next(
        after scene: Step<Self>, with membership: Membership
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはログイン状態が保存されていないかを調べる):
            return if let token = try await membership.token {
                .basic(.アプリはサーバにアカウントのデータを求める(token: token))
            } else {
                .last(.ログインしていない場合_アプリはログイン画面を表示)
            }
        case .basic(.アプリはサーバにアカウントのデータを求める(let token)):
            return if let export = try await membership.backend.export(of: token) {
                .last(.アプリはアカウントのデータを表示(export: export))
            } else {
                .alternate(.セッションが終わっている場合_アプリはログイン状態を忘れる(token: token))
            }
        case .alternate(.セッションが終わっている場合_アプリはログイン状態を忘れる(let token)):
            try await membership.forget(token)
            return .last(.ログインしていない場合_アプリはログイン画面を表示)
        }
    }

    package static let english = [
        title: "Export the data of the account",
        "アプリはログイン状態が保存されていないかを調べる": "The application checks whether a session is saved",
        "アプリはサーバにアカウントのデータを求める": "The application asks the server for the data of the account",
        "セッションが終わっている場合_アプリはログイン状態を忘れる": "If the session has ended, the application forgets it",
        "アプリはアカウントのデータを表示": "The application shows the data of the account",
        "ログインしていない場合_アプリはログイン画面を表示": "If nobody is logged in, the application shows the login screen",
    ]
}
