package import CalearningDomain
package import UsecasesEngine

/// ユースケース【コードでセッションを始める】, on the server's side.
package enum ContinueSession: Usecase {
    package enum Basics: SceneName {
        case サーバは試した回数を数えアカウントを探す(request: ContinuationRequest)
        case サーバはチケットを開く(request: ContinuationRequest, guess: Guess, account: StoredAccount)
        case サーバはコードを照合する(request: ContinuationRequest, guess: Guess, account: StoredAccount, login: PendingLogin)
        case サーバはセッションを記録する(guess: Guess, account: StoredAccount, login: PendingLogin)
    }

    package enum Goals: SceneName {
        case サーバはアカウントとセッションを返す(opened: OpenedSession)
        case 消される前だった場合_サーバは取り消してアカウントとセッションを返す(opened: OpenedSession)
        case ログインの続きでない場合_サーバは拒否する
        case コードが違う場合_サーバは拒否する(account: Account)
        case 間違いが多すぎる場合_サーバは次に試せる時刻を返す(until: Timestamp)
    }

    package static let title = "コードでセッションを始める"
    package static let invocation = Invocation.request("POST /sessions/continuation")
    package static let actors: Set<Actor> = [.application]

    package static func initial(request: ContinuationRequest) -> Step<Self> {
        .basic(.サーバは試した回数を数えアカウントを探す(request: request))
    }

    package static let beginnings: [Step<Self>] = SecondCode.examples.map { initial(request: .example(with: $0)) }

    package static func next(
        after scene: Step<Self>, with keeper: AccountKeeper
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.サーバは試した回数を数えアカウントを探す(let request)):
            let guess = Guess(name: request.ticket.name, network: request.network)
            return switch try await keeper.admit(guess) {
            case .account(let account?) where !account.isLocked:
                .basic(.サーバはチケットを開く(request: request, guess: guess, account: account))
            case .account: .last(.ログインの続きでない場合_サーバは拒否する)
            case .later(let until): .last(.間違いが多すぎる場合_サーバは次に試せる時刻を返す(until: until))
            }
        case .basic(.サーバはチケットを開く(let request, let guess, let account)):
            guard let login = try await keeper.login(of: request, of: account, after: guess) else {
                return .last(.ログインの続きでない場合_サーバは拒否する)
            }
            return .basic(.サーバはコードを照合する(request: request, guess: guess, account: account, login: login))
        case .basic(.サーバはコードを照合する(let request, let guess, let account, let login)):
            return switch try await keeper.spend(request.code, of: account, after: guess) {
            case .right: .basic(.サーバはセッションを記録する(guess: guess, account: account, login: login))
            case .later(let until): .last(.間違いが多すぎる場合_サーバは次に試せる時刻を返す(until: until))
            case .wrongPassword, .unproved: .last(.コードが違う場合_サーバは拒否する(account: account.account))
            }
        case .basic(.サーバはセッションを記録する(let guess, let account, let login)):
            guard let opened = try await keeper.begin(account, continuing: login, after: guess) else {
                return .last(.ログインの続きでない場合_サーバは拒否する)
            }
            return opened.keptFrom == nil
                ? .last(.サーバはアカウントとセッションを返す(opened: opened))
                : .last(.消される前だった場合_サーバは取り消してアカウントとセッションを返す(opened: opened))
        }
    }

    package static let english = [
        title: "Open a session with a code",
        "サーバは試した回数を数えアカウントを探す": "The server counts the tries and looks for the account",
        "サーバはチケットを開く": "The server opens the ticket",
        "サーバはコードを照合する": "The server compares the code and uses it up",
        "サーバはセッションを記録する": "The server records the session",
        "サーバはアカウントとセッションを返す": "The server returns the account and the session",
        "消される前だった場合_サーバは取り消してアカウントとセッションを返す":
            "If the account was to be erased, the server takes that back and returns the account and the session",
        "ログインの続きでない場合_サーバは拒否する": "If the ticket continues no login, the server refuses",
        "コードが違う場合_サーバは拒否する": "If the code is wrong or was used before, the server refuses",
        "間違いが多すぎる場合_サーバは次に試せる時刻を返す": "After too many failures, the server returns when one may try again",
    ]
}
