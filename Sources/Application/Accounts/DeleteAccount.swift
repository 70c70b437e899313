package import CalearningDomain
package import UsecasesEngine

/// ユースケース【アカウントを削除する】
package enum DeleteAccount: Usecase {
    package enum Basics: SceneName {
        case アプリはログイン状態が保存されていないかを調べる(proof: Proof, withExport: Bool)
        case アプリはサーバにアカウントの削除を頼む(proof: Proof, withExport: Bool, token: SessionToken)
        case アプリはログイン状態を忘れる(token: SessionToken, export: AccountExport?)
    }

    package enum Alternatives: SceneName {
        case セッションが終わっている場合_アプリはログイン状態を忘れる(token: SessionToken)
        case 猶予がある場合_アプリはログイン状態を忘れる(token: SessionToken, at: WrittenTime, export: AccountExport?)
    }

    package enum Goals: SceneName {
        case アプリはアカウントを削除したことを表示(export: AccountExport?)
        case 猶予がある場合_アプリは削除される時刻を表示(at: WrittenTime, export: AccountExport?)
        case パスワードが違う場合_アプリは違うことを表示
        case コードが要る場合_アプリはコードを尋ねる
        case コードが違う場合_アプリは違うことを表示
        case 間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: WrittenTime?)
        case ログインしていない場合_アプリはログイン画面を表示
    }

    package static let title = "アカウントを削除する"
    package static let invocation = Invocation.command("delete-account")
    package static let actors: Set<Actor> = [.user]

    package static func initial(proof: Proof, withExport: Bool = false) -> Step<Self> {
        .basic(.アプリはログイン状態が保存されていないかを調べる(proof: proof, withExport: withExport))
    }

    package static let beginnings: [Step<Self>] = [initial(proof: .example)]

    package static func next(
        after scene: Step<Self>, with membership: Membership
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはログイン状態が保存されていないかを調べる(let proof, let withExport)):
            return if let token = try await membership.token {
                .basic(.アプリはサーバにアカウントの削除を頼む(proof: proof, withExport: withExport, token: token))
            } else {
                .last(.ログインしていない場合_アプリはログイン画面を表示)
            }
        case .basic(.アプリはサーバにアカウントの削除を頼む(let proof, let withExport, let token)):
            return
                switch try await membership.backend.deleteAccount(with: proof, withExport: withExport, by: token)
            {
            case .deleted(let export): .basic(.アプリはログイン状態を忘れる(token: token, export: export))
            case .scheduled(let time, let export):
                .alternate(.猶予がある場合_アプリはログイン状態を忘れる(token: token, at: WrittenTime(timestamp: time), export: export))
            case .refused: .last(.パスワードが違う場合_アプリは違うことを表示)
            case .unproved(.needed): .last(.コードが要る場合_アプリはコードを尋ねる)
            case .unproved(.wrong): .last(.コードが違う場合_アプリは違うことを表示)
            case .tooOften(let until): .last(.間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: until.map(WrittenTime.init)))
            case .loggedOut: .alternate(.セッションが終わっている場合_アプリはログイン状態を忘れる(token: token))
            }
        case .basic(.アプリはログイン状態を忘れる(let token, let export)):
            try await membership.forget(token)
            return .last(.アプリはアカウントを削除したことを表示(export: export))
        case .alternate(.猶予がある場合_アプリはログイン状態を忘れる(let token, let time, let export)):
            try await membership.forget(token)
            return .last(.猶予がある場合_アプリは削除される時刻を表示(at: time, export: export))
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
        "猶予がある場合_アプリはログイン状態を忘れる": "If there is a time of grace, the application forgets the session",
        "猶予がある場合_アプリは削除される時刻を表示": "If there is a time of grace, the application shows when the account is deleted",
        "アプリはアカウントを削除したことを表示": "The application shows that the account was deleted",
        "パスワードが違う場合_アプリは違うことを表示": "If the password is wrong, the application says so",
        "コードが要る場合_アプリはコードを尋ねる": "If a code is needed, the application asks for it",
        "コードが違う場合_アプリは違うことを表示": "If the code is wrong, the application says so",
        "間違いが多すぎる場合_アプリは次に試せる時刻を表示": "After too many failures, the application shows when one may try again",
        "ログインしていない場合_アプリはログイン画面を表示": "If nobody is logged in, the application shows the login screen",
    ]
}
