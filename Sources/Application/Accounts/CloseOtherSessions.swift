package import CalearningDomain
package import UsecasesEngine

/// ユースケース【ほかのセッションを終える】, on the server's side.
package enum CloseOtherSessions: Usecase {
    package enum Basics: SceneName {
        case サーバはトークンのセッションを探す(request: ConfirmedRequest, ended: EndedSessions)
        case サーバは試した回数を数えアカウントを探す(request: ConfirmedRequest, ended: EndedSessions, loggedIn: LoggedIn)
        case サーバはパスワードを照合する(request: ConfirmedRequest, ended: EndedSessions, loggedIn: LoggedIn, account: StoredAccount)
        case サーバはほかのセッションを終わらせる(ended: EndedSessions, loggedIn: LoggedIn, guess: Guess)
    }

    package enum Goals: SceneName {
        case サーバは終わったことを返す(account: Account)
        case 終わらせるセッションがない場合_サーバは拒否する
        case セッションがない場合_サーバは拒否する
        case パスワードが違う場合_サーバは拒否する(account: Account)
        case コードが要る場合_サーバは求める(account: Account)
        case コードが違う場合_サーバは拒否する(account: Account)
        case 間違いが多すぎる場合_サーバは次に試せる時刻を返す(account: Account, until: Timestamp)
    }

    package static let title = "ほかのセッションを終える"
    package static let invocation = Invocation.request("DELETE /sessions")
    package static let actors: Set<Actor> = [.application]

    package static func initial(request: ConfirmedRequest, ended: EndedSessions) -> Step<Self> {
        .basic(.サーバはトークンのセッションを探す(request: request, ended: ended))
    }

    package static let beginnings: [Step<Self>] = [
        initial(request: .example, ended: .one(Session.otherExample.id)), initial(request: .example, ended: .others),
        initial(request: .secondExample, ended: .others),
    ]

    package static func next(
        after scene: Step<Self>, with keeper: AccountKeeper
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.サーバはトークンのセッションを探す(let request, let ended)):
            return if let loggedIn = try await keeper.session(of: request.token) {
                .basic(.サーバは試した回数を数えアカウントを探す(request: request, ended: ended, loggedIn: loggedIn))
            } else {
                .last(.セッションがない場合_サーバは拒否する)
            }
        case .basic(.サーバは試した回数を数えアカウントを探す(let request, let ended, let loggedIn)):
            return switch try await keeper.admit(guess(request, loggedIn)) {
            case .account(let account?) where account.account == loggedIn.account:
                .basic(.サーバはパスワードを照合する(request: request, ended: ended, loggedIn: loggedIn, account: account))
            case .account: .last(.セッションがない場合_サーバは拒否する)
            case .later(let until): .last(.間違いが多すぎる場合_サーバは次に試せる時刻を返す(account: loggedIn.account, until: until))
            }
        case .basic(.サーバはパスワードを照合する(let request, let ended, let loggedIn, let account)):
            let guess = guess(request, loggedIn)
            return switch try await keeper.confirm(request.proof, of: account, after: guess) {
            case .right: .basic(.サーバはほかのセッションを終わらせる(ended: ended, loggedIn: loggedIn, guess: guess))
            case .wrongPassword: .last(.パスワードが違う場合_サーバは拒否する(account: loggedIn.account))
            case .unproved(.needed): .last(.コードが要る場合_サーバは求める(account: loggedIn.account))
            case .unproved(.wrong): .last(.コードが違う場合_サーバは拒否する(account: loggedIn.account))
            case .later(let until): .last(.間違いが多すぎる場合_サーバは次に試せる時刻を返す(account: loggedIn.account, until: until))
            }
        case .basic(.サーバはほかのセッションを終わらせる(let ended, let loggedIn, let guess)):
            let count = try await keeper.end(ended, of: loggedIn, after: guess)
            // If no other session exists, all others have ended.
            return .last(
                count > 0 || ended == .others ? .サーバは終わったことを返す(account: loggedIn.account) : .終わらせるセッションがない場合_サーバは拒否する)
        }
    }

    private static func guess(_ request: ConfirmedRequest, _ loggedIn: LoggedIn) -> Guess {
        Guess(name: loggedIn.account.name, network: request.network)
    }

    package static let english = [
        title: "Close other sessions",
        "サーバはトークンのセッションを探す": "The server looks for the session of the token",
        "サーバは試した回数を数えアカウントを探す": "The server counts the tries and looks for the account",
        "サーバはパスワードを照合する": "The server compares the password",
        "サーバはほかのセッションを終わらせる": "The server ends other sessions",
        "サーバは終わったことを返す": "The server says that they have ended",
        "終わらせるセッションがない場合_サーバは拒否する": "If there is no session to end, the server refuses",
        "セッションがない場合_サーバは拒否する": "If the token has no session, the server refuses",
        "パスワードが違う場合_サーバは拒否する": "If the password is wrong, the server refuses",
        "コードが要る場合_サーバは求める": "If a code of the second factor is missing, the server asks for it",
        "コードが違う場合_サーバは拒否する": "If the code is wrong or was used before, the server refuses",
        "間違いが多すぎる場合_サーバは次に試せる時刻を返す": "After too many failures, the server returns when one may try again",
    ]
}
