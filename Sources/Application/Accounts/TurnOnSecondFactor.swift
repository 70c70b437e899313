package import CalearningDomain
package import UsecasesEngine

/// ユースケース【二つ目の要素を使いはじめる】
package enum TurnOnSecondFactor: Usecase {
    package enum Basics: SceneName {
        case アプリはログイン状態が保存されていないかを調べる(code: SecondCode)
        case アプリはサーバに鍵の確認を頼む(code: SecondCode, token: SessionToken)
    }

    package enum Alternatives: SceneName {
        case セッションが終わっている場合_アプリはログイン状態を忘れる(token: SessionToken)
    }

    package enum Goals: SceneName {
        case アプリは使いはじめたこととバックアップコードを表示(codes: [RecoveryCode])
        case コードが違う場合_アプリは違うことを表示
        case 確認を待つ鍵がない場合_アプリはやり直すよう表示
        case 間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: WrittenTime?)
        case ログインしていない場合_アプリはログイン画面を表示
    }

    package static let title = "二つ目の要素を使いはじめる"
    package static let invocation = Invocation.command("second-factor confirm")
    package static let actors: Set<Actor> = [.user]

    package static func initial(code: SecondCode) -> Step<Self> {
        .basic(.アプリはログイン状態が保存されていないかを調べる(code: code))
    }

    package static let beginnings: [Step<Self>] = [initial(code: .time(.example))]

    package static func next(
        after scene: Step<Self>, with membership: Membership
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはログイン状態が保存されていないかを調べる(let code)):
            return if let token = try await membership.token {
                .basic(.アプリはサーバに鍵の確認を頼む(code: code, token: token))
            } else {
                .last(.ログインしていない場合_アプリはログイン画面を表示)
            }
        case .basic(.アプリはサーバに鍵の確認を頼む(let code, let token)):
            return switch try await membership.backend.confirmSecondFactor(code, by: token) {
            case .on(let codes): .last(.アプリは使いはじめたこととバックアップコードを表示(codes: codes))
            case .unproved: .last(.コードが違う場合_アプリは違うことを表示)
            // The other answers are those to a change with a password.
            case .hindered, .begun, .off, .refused: .last(.確認を待つ鍵がない場合_アプリはやり直すよう表示)
            case .tooOften(let until): .last(.間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: until.map(WrittenTime.init)))
            case .loggedOut: .alternate(.セッションが終わっている場合_アプリはログイン状態を忘れる(token: token))
            }
        case .alternate(.セッションが終わっている場合_アプリはログイン状態を忘れる(let token)):
            try await membership.forget(token)
            return .last(.ログインしていない場合_アプリはログイン画面を表示)
        }
    }

    package static let english = [
        title: "Turn the second factor on",
        "アプリはログイン状態が保存されていないかを調べる": "The application checks whether a session is saved",
        "アプリはサーバに鍵の確認を頼む": "The application asks the server to confirm the key",
        "セッションが終わっている場合_アプリはログイン状態を忘れる": "If the session has ended, the application forgets it",
        "アプリは使いはじめたこととバックアップコードを表示": "The application shows that it is on, and the backup codes",
        "コードが違う場合_アプリは違うことを表示": "If the code is wrong, the application says so",
        "確認を待つ鍵がない場合_アプリはやり直すよう表示": "If no key waits for a code, the application says to set it up again",
        "間違いが多すぎる場合_アプリは次に試せる時刻を表示": "After too many failures, the application shows when one may try again",
        "ログインしていない場合_アプリはログイン画面を表示": "If nobody is logged in, the application shows the login screen",
    ]
}
