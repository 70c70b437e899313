package import CalearningDomain
package import UsecasesEngine

/// ユースケース【二つ目の要素を変える】
package enum UpdateSecondFactor: Usecase {
    package enum Basics: SceneName {
        case アプリはログイン状態が保存されていないかを調べる(wish: SecondFactorWish, proof: Proof)
        case アプリはサーバに二つ目の要素の変更を頼む(wish: SecondFactorWish, proof: Proof, token: SessionToken)
    }

    package enum Alternatives: SceneName {
        case セッションが終わっている場合_アプリはログイン状態を忘れる(token: SessionToken)
    }

    package enum Goals: SceneName {
        case アプリは認証アプリに渡す鍵を表示(offer: SecondFactorOffer)
        case アプリはバックアップコードを表示(codes: [RecoveryCode])
        case アプリは使わなくなったことを表示
        case 変えられない場合_アプリはわけを表示(hindrance: SecondFactorHindrance)
        case パスワードが違う場合_アプリは違うことを表示
        case コードが要る場合_アプリはコードを尋ねる
        case コードが違う場合_アプリは違うことを表示
        case 間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: WrittenTime?)
        case ログインしていない場合_アプリはログイン画面を表示
    }

    package static let title = "二つ目の要素を変える"
    package static let invocation = Invocation.command("second-factor WISH")
    package static let actors: Set<Actor> = [.user]

    package static func initial(wish: SecondFactorWish, proof: Proof) -> Step<Self> {
        .basic(.アプリはログイン状態が保存されていないかを調べる(wish: wish, proof: proof))
    }

    package static let beginnings: [Step<Self>] = [
        initial(wish: .setUp, proof: .example), initial(wish: .off, proof: .secondExample),
        initial(wish: .backupCodes, proof: .secondExample),
    ]

    package static func next(
        after scene: Step<Self>, with membership: Membership
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはログイン状態が保存されていないかを調べる(let wish, let proof)):
            return if let token = try await membership.token {
                .basic(.アプリはサーバに二つ目の要素の変更を頼む(wish: wish, proof: proof, token: token))
            } else {
                .last(.ログインしていない場合_アプリはログイン画面を表示)
            }
        case .basic(.アプリはサーバに二つ目の要素の変更を頼む(let wish, let proof, let token)):
            return switch try await membership.backend.changeSecondFactor(wish, with: proof, by: token) {
            case .begun(let offer): .last(.アプリは認証アプリに渡す鍵を表示(offer: offer))
            case .on(let codes): .last(.アプリはバックアップコードを表示(codes: codes))
            case .off: .last(.アプリは使わなくなったことを表示)
            case .hindered(let hindrance): .last(.変えられない場合_アプリはわけを表示(hindrance: hindrance))
            case .refused: .last(.パスワードが違う場合_アプリは違うことを表示)
            case .unproved(.needed): .last(.コードが要る場合_アプリはコードを尋ねる)
            case .unproved(.wrong): .last(.コードが違う場合_アプリは違うことを表示)
            case .tooOften(let until): .last(.間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: until.map(WrittenTime.init)))
            case .loggedOut: .alternate(.セッションが終わっている場合_アプリはログイン状態を忘れる(token: token))
            }
        case .alternate(.セッションが終わっている場合_アプリはログイン状態を忘れる(let token)):
            try await membership.forget(token)
            return .last(.ログインしていない場合_アプリはログイン画面を表示)
        }
    }

    package static let english = [
        title: "Update the second factor",
        "アプリはログイン状態が保存されていないかを調べる": "The application checks whether a session is saved",
        "アプリはサーバに二つ目の要素の変更を頼む": "The application asks the server to change the second factor",
        "セッションが終わっている場合_アプリはログイン状態を忘れる": "If the session has ended, the application forgets it",
        "アプリは認証アプリに渡す鍵を表示": "The application shows the key for an authenticator application",
        "アプリはバックアップコードを表示": "The application shows the backup codes",
        "アプリは使わなくなったことを表示": "The application shows that the second factor is off",
        "変えられない場合_アプリはわけを表示": "If it cannot be changed, the application shows why",
        "パスワードが違う場合_アプリは違うことを表示": "If the password is wrong, the application says so",
        "コードが要る場合_アプリはコードを尋ねる": "If a code is needed, the application asks for it",
        "コードが違う場合_アプリは違うことを表示": "If the code is wrong, the application says so",
        "間違いが多すぎる場合_アプリは次に試せる時刻を表示": "After too many failures, the application shows when one may try again",
        "ログインしていない場合_アプリはログイン画面を表示": "If nobody is logged in, the application shows the login screen",
    ]
}
