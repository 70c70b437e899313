package import CalearningDomain
package import UsecasesEngine

/// ユースケース【アカウントを消す】, on the server's side.
package enum EraseAccount: Usecase {
    package enum Basics: SceneName {
        case サーバはトークンのセッションを探す(request: ConfirmedRequest)
        case サーバは試した回数を数えアカウントを探す(request: ConfirmedRequest, loggedIn: LoggedIn)
        case サーバはパスワードを照合する(request: ConfirmedRequest, loggedIn: LoggedIn, account: StoredAccount)
        case サーバはアカウントに属するものをすべて消す(request: ConfirmedRequest, loggedIn: LoggedIn, account: StoredAccount)
    }

    package enum Goals: SceneName {
        case サーバは消したことを返す(account: Account)
        case セッションがない場合_サーバは拒否する
        case パスワードが違う場合_サーバは拒否する(account: Account)
        case 間違いが多すぎる場合_サーバは次に試せる時刻を返す(account: Account, until: Timestamp)
        case ほかの変更が先だった場合_サーバは拒否する
    }

    package static let title = "アカウントを消す"
    package static let invocation = Invocation.request("DELETE /account")
    package static let actors: Set<Actor> = [.application]

    package static func initial(request: ConfirmedRequest) -> Step<Self> {
        .basic(.サーバはトークンのセッションを探す(request: request))
    }

    package static let beginnings: [Step<Self>] = [initial(request: .example)]

    package static func next(
        after scene: Step<Self>, with keeper: AccountKeeper
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.サーバはトークンのセッションを探す(let request)):
            return if let loggedIn = try await keeper.session(of: request.token) {
                .basic(.サーバは試した回数を数えアカウントを探す(request: request, loggedIn: loggedIn))
            } else {
                .last(.セッションがない場合_サーバは拒否する)
            }
        case .basic(.サーバは試した回数を数えアカウントを探す(let request, let loggedIn)):
            return switch try await keeper.admit(guess(request, loggedIn)) {
            case .account(let account?) where account.account == loggedIn.account:
                .basic(.サーバはパスワードを照合する(request: request, loggedIn: loggedIn, account: account))
            case .account: .last(.セッションがない場合_サーバは拒否する)
            case .later(let until): .last(.間違いが多すぎる場合_サーバは次に試せる時刻を返す(account: loggedIn.account, until: until))
            }
        case .basic(.サーバはパスワードを照合する(let request, let loggedIn, let account)):
            let guess = guess(request, loggedIn)
            return try await keeper.compare(request.password, with: account, after: guess) == .differs
                ? .last(.パスワードが違う場合_サーバは拒否する(account: loggedIn.account))
                : .basic(.サーバはアカウントに属するものをすべて消す(request: request, loggedIn: loggedIn, account: account))
        case .basic(.サーバはアカウントに属するものをすべて消す(let request, let loggedIn, let account)):
            let isErased = try await keeper.erase(account, by: loggedIn, after: guess(request, loggedIn))
            return .last(isErased ? .サーバは消したことを返す(account: account.account) : .ほかの変更が先だった場合_サーバは拒否する)
        }
    }

    private static func guess(_ request: ConfirmedRequest, _ loggedIn: LoggedIn) -> Guess {
        Guess(name: loggedIn.account.name, network: request.network)
    }

    package static let english = [
        title: "Erase an account",
        "サーバはトークンのセッションを探す": "The server looks for the session of the token",
        "サーバは試した回数を数えアカウントを探す": "The server counts the tries and looks for the account",
        "サーバはパスワードを照合する": "The server compares the password",
        "サーバはアカウントに属するものをすべて消す": "The server erases the account and everything that belongs to it",
        "サーバは消したことを返す": "The server says that it is erased",
        "セッションがない場合_サーバは拒否する": "If the token has no session, the server refuses",
        "パスワードが違う場合_サーバは拒否する": "If the password is wrong, the server refuses",
        "間違いが多すぎる場合_サーバは次に試せる時刻を返す": "After too many failures, the server returns when one may try again",
        "ほかの変更が先だった場合_サーバは拒否する": "If another change came first, the server refuses",
    ]
}
