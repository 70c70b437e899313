package import CalearningDomain
package import UsecasesEngine

/// ユースケース【パスワードを置き換える】, on the server's side.
package enum ReplacePassword: Usecase {
    package enum Basics: SceneName {
        case サーバはトークンのセッションを探す(request: PasswordRequest)
        case サーバは新しいパスワードが規則に合うかを調べる(request: PasswordRequest, loggedIn: LoggedIn)
        case サーバは試した回数を数えアカウントを探す(request: PasswordRequest, loggedIn: LoggedIn)
        case サーバは今のパスワードを照合する(request: PasswordRequest, loggedIn: LoggedIn, account: StoredAccount)
        case サーバはパスワードを置き換えセッションを新しい一つにする(request: PasswordRequest, loggedIn: LoggedIn, account: StoredAccount)
    }

    package enum Goals: SceneName {
        case サーバはアカウントと新しいセッションを返す(opened: OpenedSession)
        case セッションがない場合_サーバは拒否する
        case 規則に合わない場合_サーバは直すところを返す(flaws: [AccountFlaw])
        case 今のパスワードが違う場合_サーバは拒否する(account: Account)
        case コードが要る場合_サーバは求める(account: Account)
        case コードが違う場合_サーバは拒否する(account: Account)
        case 間違いが多すぎる場合_サーバは次に試せる時刻を返す(account: Account, until: Timestamp)
        case ほかの変更が先だった場合_サーバは拒否する
    }

    package static let title = "パスワードを置き換える"
    package static let invocation = Invocation.request("PUT /account/password")
    package static let actors: Set<Actor> = [.application]

    package static func initial(request: PasswordRequest) -> Step<Self> { .basic(.サーバはトークンのセッションを探す(request: request)) }

    package static let beginnings: [Step<Self>] = [
        initial(request: .example), initial(request: .flawedExample), initial(request: .secondExample),
    ]

    package static let drawnBeginning: (@Sendable (inout RandomChoices) -> Step<Self>)? = {
        initial(
            request: PasswordRequest(
                change: PasswordChange(old: .example, new: .drawn(by: &$0)), token: .example, network: "192.0.2.1"))
    }

    package static func next(
        after scene: Step<Self>, with keeper: AccountKeeper
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.サーバはトークンのセッションを探す(let request)):
            return if let loggedIn = try await keeper.session(of: request.token) {
                .basic(.サーバは新しいパスワードが規則に合うかを調べる(request: request, loggedIn: loggedIn))
            } else {
                .last(.セッションがない場合_サーバは拒否する)
            }
        case .basic(.サーバは新しいパスワードが規則に合うかを調べる(let request, let loggedIn)):
            let flaws = AccountRules.flaws(of: request.change.new, forName: loggedIn.account.name.rawValue)
            return flaws.isEmpty
                ? .basic(.サーバは試した回数を数えアカウントを探す(request: request, loggedIn: loggedIn))
                : .last(.規則に合わない場合_サーバは直すところを返す(flaws: flaws))
        case .basic(.サーバは試した回数を数えアカウントを探す(let request, let loggedIn)):
            return switch try await keeper.admit(guess(request, loggedIn)) {
            case .account(let account?) where account.account == loggedIn.account:
                .basic(.サーバは今のパスワードを照合する(request: request, loggedIn: loggedIn, account: account))
            case .account: .last(.セッションがない場合_サーバは拒否する)
            case .later(let until): .last(.間違いが多すぎる場合_サーバは次に試せる時刻を返す(account: loggedIn.account, until: until))
            }
        case .basic(.サーバは今のパスワードを照合する(let request, let loggedIn, let account)):
            let guess = guess(request, loggedIn)
            let proof = Proof(password: request.change.old, code: request.change.code)
            return switch try await keeper.confirm(proof, of: account, after: guess) {
            case .right: .basic(.サーバはパスワードを置き換えセッションを新しい一つにする(request: request, loggedIn: loggedIn, account: account))
            case .wrongPassword: .last(.今のパスワードが違う場合_サーバは拒否する(account: loggedIn.account))
            case .unproved(.needed): .last(.コードが要る場合_サーバは求める(account: loggedIn.account))
            case .unproved(.wrong): .last(.コードが違う場合_サーバは拒否する(account: loggedIn.account))
            case .later(let until): .last(.間違いが多すぎる場合_サーバは次に試せる時刻を返す(account: loggedIn.account, until: until))
            }
        case .basic(.サーバはパスワードを置き換えセッションを新しい一つにする(let request, let loggedIn, let account)):
            let opened = try await keeper.replacePassword(
                of: account, for: request, by: loggedIn, after: guess(request, loggedIn))
            return .last(opened.map { .サーバはアカウントと新しいセッションを返す(opened: $0) } ?? .ほかの変更が先だった場合_サーバは拒否する)
        }
    }

    private static func guess(_ request: PasswordRequest, _ loggedIn: LoggedIn) -> Guess {
        Guess(name: loggedIn.account.name, network: request.network)
    }

    package static let english = [
        title: "Replace a password",
        "サーバはトークンのセッションを探す": "The server looks for the session of the token",
        "サーバは新しいパスワードが規則に合うかを調べる": "The server checks the new password against the rules",
        "サーバは試した回数を数えアカウントを探す": "The server counts the tries and looks for the account",
        "サーバは今のパスワードを照合する": "The server compares the current password",
        "サーバはパスワードを置き換えセッションを新しい一つにする": "The server replaces the password, and all sessions by a new one",
        "サーバはアカウントと新しいセッションを返す": "The server returns the account and the new session",
        "セッションがない場合_サーバは拒否する": "If there is no such session, the server refuses",
        "規則に合わない場合_サーバは直すところを返す": "If it breaks a rule, the server returns what to fix",
        "今のパスワードが違う場合_サーバは拒否する": "If the current password is wrong, the server refuses",
        "コードが要る場合_サーバは求める": "If a code of the second factor is missing, the server asks for it",
        "コードが違う場合_サーバは拒否する": "If the code is wrong or was used before, the server refuses",
        "間違いが多すぎる場合_サーバは次に試せる時刻を返す": "After too many failures, the server returns when one may try again",
        "ほかの変更が先だった場合_サーバは拒否する": "If another change came first, the server refuses",
    ]
}
