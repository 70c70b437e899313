package import CalearningDomain
package import UsecasesEngine

/// ユースケース【アカウントを消す】, on the server's side.
package enum EraseAccount: Usecase {
    package enum Basics: SceneName {
        case サーバはトークンのセッションを探す(request: ConfirmedRequest, terms: DeletionTerms)
        case サーバは試した回数を数えアカウントを探す(request: ConfirmedRequest, terms: DeletionTerms, loggedIn: LoggedIn)
        case サーバはパスワードを照合する(
            request: ConfirmedRequest, terms: DeletionTerms, loggedIn: LoggedIn, account: StoredAccount)
        case サーバはアカウントに属するものをすべて消す(wish: Wish)
    }

    package enum Alternatives: SceneName {
        case データを頼まれた場合_サーバはアカウントに属するものを集める(wish: Wish)
        case 猶予がある場合_サーバは猶予のあとに消す実行を待ち行列に入れる(wish: Wish)
        case 猶予がある場合_サーバはアカウントを止めてセッションを終わらせる(wish: Wish, deletion: Deletion)
    }

    package enum Goals: SceneName {
        case サーバは消したことを返す(account: Account, export: AccountExport?)
        case サーバは消す時刻を返す(deletion: Deletion, export: AccountExport?)
        case セッションがない場合_サーバは拒否する
        case パスワードが違う場合_サーバは拒否する(account: Account)
        case コードが要る場合_サーバは求める(account: Account)
        case コードが違う場合_サーバは拒否する(account: Account)
        case 間違いが多すぎる場合_サーバは次に試せる時刻を返す(account: Account, until: Timestamp)
        case ほかの変更が先だった場合_サーバは拒否する
    }

    /// A request whose password was right.
    package struct Wish: Sendable, Hashable, Codable {
        let guess: Guess
        let grace: Duration
        let loggedIn: LoggedIn
        let account: StoredAccount
        var export: AccountExport?
    }

    package static let title = "アカウントを消す"
    package static let invocation = Invocation.request("DELETE /account")
    package static let actors: Set<Actor> = [.application]

    package static func initial(request: ConfirmedRequest, terms: DeletionTerms = DeletionTerms()) -> Step<Self> {
        .basic(.サーバはトークンのセッションを探す(request: request, terms: terms))
    }

    package static let beginnings: [Step<Self>] =
        [.zero, DeletionTerms.usualGrace].flatMap { grace in
            [false, true].map { initial(request: .example, terms: DeletionTerms(withExport: $0, grace: grace)) }
        } + [initial(request: .secondExample)]

    package static func next(
        after scene: Step<Self>, with keeper: AccountKeeper
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.サーバはトークンのセッションを探す(let request, let terms)):
            return if let loggedIn = try await keeper.session(of: request.token) {
                .basic(.サーバは試した回数を数えアカウントを探す(request: request, terms: terms, loggedIn: loggedIn))
            } else {
                .last(.セッションがない場合_サーバは拒否する)
            }
        case .basic(.サーバは試した回数を数えアカウントを探す(let request, let terms, let loggedIn)):
            return switch try await keeper.admit(guess(request, loggedIn)) {
            case .account(let account?) where account.account == loggedIn.account:
                .basic(.サーバはパスワードを照合する(request: request, terms: terms, loggedIn: loggedIn, account: account))
            case .account: .last(.セッションがない場合_サーバは拒否する)
            case .later(let until): .last(.間違いが多すぎる場合_サーバは次に試せる時刻を返す(account: loggedIn.account, until: until))
            }
        case .basic(.サーバはパスワードを照合する(let request, let terms, let loggedIn, let account)):
            let guess = guess(request, loggedIn)
            let wish = Wish(guess: guess, grace: terms.grace, loggedIn: loggedIn, account: account)
            return switch try await keeper.confirm(request.proof, of: account, after: guess) {
            case .right where terms.withExport: .alternate(.データを頼まれた場合_サーバはアカウントに属するものを集める(wish: wish))
            case .right: deletion(by: wish)
            case .wrongPassword: .last(.パスワードが違う場合_サーバは拒否する(account: loggedIn.account))
            case .unproved(.needed): .last(.コードが要る場合_サーバは求める(account: loggedIn.account))
            case .unproved(.wrong): .last(.コードが違う場合_サーバは拒否する(account: loggedIn.account))
            case .later(let until): .last(.間違いが多すぎる場合_サーバは次に試せる時刻を返す(account: loggedIn.account, until: until))
            }
        case .alternate(.データを頼まれた場合_サーバはアカウントに属するものを集める(var wish)):
            wish.export = try await keeper.export(of: wish.account, after: wish.guess)
            return deletion(by: wish)
        case .basic(.サーバはアカウントに属するものをすべて消す(let wish)):
            let isErased = try await keeper.erase(wish.account, by: wish.loggedIn, after: wish.guess)
            return isErased
                ? .last(.サーバは消したことを返す(account: wish.account.account, export: wish.export))
                : .last(.ほかの変更が先だった場合_サーバは拒否する)
        case .alternate(.猶予がある場合_サーバは猶予のあとに消す実行を待ち行列に入れる(let wish)):
            let deletion = try await keeper.begin(
                { EraseAccountLater.initial(deletion: $0) }, of: wish.account, after: wish.grace, guess: wish.guess)
            return .alternate(.猶予がある場合_サーバはアカウントを止めてセッションを終わらせる(wish: wish, deletion: deletion))
        case .alternate(.猶予がある場合_サーバはアカウントを止めてセッションを終わらせる(let wish, let deletion)):
            guard try await keeper.schedule(deletion, of: wish.account, by: wish.loggedIn, after: wish.guess) else {
                return .last(.ほかの変更が先だった場合_サーバは拒否する)
            }
            return try await keeper.eraseIfDue(deletion)
                ? .last(.サーバは消したことを返す(account: wish.account.account, export: wish.export))
                : .last(.サーバは消す時刻を返す(deletion: deletion, export: wish.export))
        }
    }

    private static func guess(_ request: ConfirmedRequest, _ loggedIn: LoggedIn) -> Guess {
        Guess(name: loggedIn.account.name, network: request.network)
    }

    /// The run is queued before the account is locked. If the server dies between the two, the run finds nothing to erase.
    private static func deletion(by wish: Wish) -> Scene<Self> {
        wish.grace > .zero
            ? .alternate(.猶予がある場合_サーバは猶予のあとに消す実行を待ち行列に入れる(wish: wish)) : .basic(.サーバはアカウントに属するものをすべて消す(wish: wish))
    }

    package static let english = [
        title: "Erase an account",
        "サーバはトークンのセッションを探す": "The server looks for the session of the token",
        "サーバは試した回数を数えアカウントを探す": "The server counts the tries and looks for the account",
        "サーバはパスワードを照合する": "The server compares the password",
        "サーバはアカウントに属するものをすべて消す": "The server erases the account and everything that belongs to it",
        "データを頼まれた場合_サーバはアカウントに属するものを集める":
            "If the data was asked for, the server collects everything that belongs to the account",
        "猶予がある場合_サーバは猶予のあとに消す実行を待ち行列に入れる":
            "If there is a time of grace, the server queues the run that erases the account after it",
        "猶予がある場合_サーバはアカウントを止めてセッションを終わらせる":
            "If there is a time of grace, the server locks the account and ends its sessions",
        "サーバは消したことを返す": "The server says that it is erased",
        "サーバは消す時刻を返す": "The server says when it is erased",
        "セッションがない場合_サーバは拒否する": "If the token has no session, the server refuses",
        "パスワードが違う場合_サーバは拒否する": "If the password is wrong, the server refuses",
        "コードが要る場合_サーバは求める": "If a code of the second factor is missing, the server asks for it",
        "コードが違う場合_サーバは拒否する": "If the code is wrong or was used before, the server refuses",
        "間違いが多すぎる場合_サーバは次に試せる時刻を返す": "After too many failures, the server returns when one may try again",
        "ほかの変更が先だった場合_サーバは拒否する": "If another change came first, the server refuses",
    ]
}
