package import CalearningDomain
package import UsecasesEngine

/// ユースケース【端末をログアウトさせる】
package enum EndSession: Usecase {
    package enum Basics: SceneName {
        case アプリはログイン状態が保存されていないかを調べる(ended: EndedSessions, proof: Proof, list: SessionList?)
        case アプリはサーバに端末をログアウトさせるよう頼む(
            ended: EndedSessions, proof: Proof, list: SessionList?, token: SessionToken)
    }

    package enum Alternatives: SceneName {
        case セッションが終わっている場合_アプリはログイン状態を忘れる(token: SessionToken)
    }

    package enum Goals: SceneName {
        case アプリは端末がログアウトしたことを表示(list: SessionList?)
        case セッションがない場合_アプリはないことを表示(list: SessionList?)
        case パスワードが違う場合_アプリは違うことを表示(ended: EndedSessions, list: SessionList?)
        case コードが要る場合_アプリはコードを尋ねる(ended: EndedSessions, list: SessionList?)
        case コードが違う場合_アプリは違うことを表示(ended: EndedSessions, list: SessionList?)
        case 間違いが多すぎる場合_アプリは次に試せる時刻を表示(ended: EndedSessions, list: SessionList?, until: WrittenTime?)
        case ログインしていない場合_アプリはログイン画面を表示
    }

    package static let title = "端末をログアウトさせる"
    package static let invocation = Invocation.command("sessions end ID")
    package static let actors: Set<Actor> = [.user]

    /// Returns the first scene. `list` is the list that the user saw before, if any. The next screen shows it without
    /// the ended sessions.
    package static func initial(
        ended: EndedSessions, proof: Proof, list: SessionList? = nil
    ) -> Step<Self> {
        .basic(.アプリはログイン状態が保存されていないかを調べる(ended: ended, proof: proof, list: list))
    }

    package static let beginnings: [Step<Self>] = [
        initial(ended: .one(Session.otherExample.id), proof: .example), initial(ended: .others, proof: .example),
    ]

    package static func next(
        after scene: Step<Self>, with membership: Membership
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはログイン状態が保存されていないかを調べる(let ended, let proof, let list)):
            return if let token = try await membership.token {
                .basic(.アプリはサーバに端末をログアウトさせるよう頼む(ended: ended, proof: proof, list: list, token: token))
            } else {
                .last(.ログインしていない場合_アプリはログイン画面を表示)
            }
        case .basic(.アプリはサーバに端末をログアウトさせるよう頼む(let ended, let proof, let list, let token)):
            return switch try await membership.backend.end(ended, with: proof, by: token) {
            case .ended: .last(.アプリは端末がログアウトしたことを表示(list: list?.without(ended)))
            case .unknown: .last(.セッションがない場合_アプリはないことを表示(list: list?.without(ended)))
            case .refused: .last(.パスワードが違う場合_アプリは違うことを表示(ended: ended, list: list))
            case .unproved(.needed): .last(.コードが要る場合_アプリはコードを尋ねる(ended: ended, list: list))
            case .unproved(.wrong): .last(.コードが違う場合_アプリは違うことを表示(ended: ended, list: list))
            case .tooOften(let until):
                .last(.間違いが多すぎる場合_アプリは次に試せる時刻を表示(ended: ended, list: list, until: until.map(WrittenTime.init)))
            case .loggedOut: .alternate(.セッションが終わっている場合_アプリはログイン状態を忘れる(token: token))
            }
        case .alternate(.セッションが終わっている場合_アプリはログイン状態を忘れる(let token)):
            try await membership.forget(token)
            return .last(.ログインしていない場合_アプリはログイン画面を表示)
        }
    }

    package static let english = [
        title: "Log another device out",
        "アプリはログイン状態が保存されていないかを調べる": "The application checks whether a session is saved",
        "アプリはサーバに端末をログアウトさせるよう頼む": "The application asks the server to log the device out",
        "セッションが終わっている場合_アプリはログイン状態を忘れる": "If the session has ended, the application forgets it",
        "アプリは端末がログアウトしたことを表示": "The application shows that the device was logged out",
        "セッションがない場合_アプリはないことを表示": "If there is no such session, the application says so",
        "パスワードが違う場合_アプリは違うことを表示": "If the password is wrong, the application says so",
        "コードが要る場合_アプリはコードを尋ねる": "If a code is needed, the application asks for it",
        "コードが違う場合_アプリは違うことを表示": "If the code is wrong, the application says so",
        "間違いが多すぎる場合_アプリは次に試せる時刻を表示": "After too many failures, the application shows when one may try again",
        "ログインしていない場合_アプリはログイン画面を表示": "If nobody is logged in, the application shows the login screen",
    ]
}
