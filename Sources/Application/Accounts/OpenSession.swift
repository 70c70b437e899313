package import CalearningDomain
package import UsecasesEngine

/// ユースケース【セッションを始める】, on the server's side.
package enum OpenSession: Usecase {
    package enum Basics: SceneName {
        case サーバは名前の形を調べる(request: AccountRequest)
        case サーバは試した回数を数えアカウントを探す(request: AccountRequest, guess: Guess)
        case サーバはパスワードを照合する(request: AccountRequest, guess: Guess, account: StoredAccount)
        case サーバはセッションを記録する(request: AccountRequest, guess: Guess, account: StoredAccount)
    }

    package enum Alternatives: SceneName {
        case アカウントがない場合_サーバは同じ手間をかけて照合する(request: AccountRequest, guess: Guess)
        case 古い強さのハッシュの場合_サーバは作り直してセッションを記録する(
            request: AccountRequest, guess: Guess, account: StoredAccount)
        case 二つ目の要素がある場合_サーバは続きのチケットを作る(request: AccountRequest, guess: Guess, account: StoredAccount)
    }

    package enum Goals: SceneName {
        case サーバはアカウントとセッションを返す(opened: OpenedSession)
        case 消される前だった場合_サーバは取り消してアカウントとセッションを返す(opened: OpenedSession)
        case 二つ目の要素がある場合_サーバはコードを求める(ticket: LoginTicket, account: Account)
        case 名前の形でない場合_サーバは拒否する
        case アカウントがない場合_サーバは拒否する
        case パスワードが違う場合_サーバは拒否する
        case アカウントが止められている場合_サーバは拒否する
        case 間違いが多すぎる場合_サーバは次に試せる時刻を返す(until: Timestamp)
        case パスワードが変わったところの場合_サーバは拒否する
    }

    package static let title = "セッションを始める"
    package static let invocation = Invocation.request("POST /sessions")
    package static let actors: Set<Actor> = [.application]

    /// The answers must not reveal which names have accounts.
    package static let indistinguishable: [Set<String>] = [
        ["アカウントがない場合_サーバは拒否する", "パスワードが違う場合_サーバは拒否する", "アカウントが止められている場合_サーバは拒否する"]
    ]

    package static func initial(request: AccountRequest) -> Step<Self> {
        .basic(.サーバは名前の形を調べる(request: request))
    }

    package static let beginnings: [Step<Self>] = [initial(request: .example), initial(request: .flawedExample)]

    package static func next(
        after scene: Step<Self>, with keeper: AccountKeeper
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.サーバは名前の形を調べる(let request)):
            guard let name = AccountName(request.credentials.name) else { return .last(.名前の形でない場合_サーバは拒否する) }
            let guess = Guess(name: name, network: request.network)
            return .basic(.サーバは試した回数を数えアカウントを探す(request: request, guess: guess))
        case .basic(.サーバは試した回数を数えアカウントを探す(let request, let guess)):
            return switch try await keeper.admit(guess) {
            case .account(let account?): .basic(.サーバはパスワードを照合する(request: request, guess: guess, account: account))
            case .account(nil): .alternate(.アカウントがない場合_サーバは同じ手間をかけて照合する(request: request, guess: guess))
            case .later(let until): .last(.間違いが多すぎる場合_サーバは次に試せる時刻を返す(until: until))
            }
        case .alternate(.アカウントがない場合_サーバは同じ手間をかけて照合する(let request, let guess)):
            _ = try await keeper.compare(request.credentials.password, with: nil, after: guess)
            return .last(.アカウントがない場合_サーバは拒否する)
        case .basic(.サーバはパスワードを照合する(let request, let guess, let account)):
            return switch try await keeper.compare(request.credentials.password, with: account, after: guess) {
            case .matches where account.isLocked, .matchesOutdated where account.isLocked:
                .last(.アカウントが止められている場合_サーバは拒否する)
            case .matches where account.secondFactor.isOn, .matchesOutdated where account.secondFactor.isOn:
                .alternate(.二つ目の要素がある場合_サーバは続きのチケットを作る(request: request, guess: guess, account: account))
            case .matches: .basic(.サーバはセッションを記録する(request: request, guess: guess, account: account))
            case .matchesOutdated:
                .alternate(.古い強さのハッシュの場合_サーバは作り直してセッションを記録する(request: request, guess: guess, account: account))
            case .differs: .last(.パスワードが違う場合_サーバは拒否する)
            }
        case .basic(.サーバはセッションを記録する(let request, let guess, let account)):
            return goal(try await keeper.begin(account, for: request, after: guess))
        case .alternate(.古い強さのハッシュの場合_サーバは作り直してセッションを記録する(let request, let guess, let account)):
            let rehashed = try await keeper.rehash(request.credentials.password, after: guess)
            return goal(try await keeper.begin(account, rehashed: rehashed, for: request, after: guess))
        case .alternate(.二つ目の要素がある場合_サーバは続きのチケットを作る(let request, let guess, let account)):
            let ticket = try await keeper.ticket(for: request, of: account, after: guess)
            return .last(.二つ目の要素がある場合_サーバはコードを求める(ticket: ticket, account: account.account))
        }
    }

    private static func goal(_ opened: OpenedSession?) -> Scene<Self> {
        guard let opened else { return .last(.パスワードが変わったところの場合_サーバは拒否する) }
        return opened.keptFrom == nil
            ? .last(.サーバはアカウントとセッションを返す(opened: opened)) : .last(.消される前だった場合_サーバは取り消してアカウントとセッションを返す(opened: opened))
    }

    package static let english = [
        title: "Open a session",
        "サーバは名前の形を調べる": "The server checks that the name has the form of one",
        "サーバは試した回数を数えアカウントを探す": "The server counts the tries and looks for the account",
        "サーバはパスワードを照合する": "The server compares the password",
        "サーバはセッションを記録する": "The server records the session",
        "アカウントがない場合_サーバは同じ手間をかけて照合する": "If there is no account, the server takes the same trouble to compare",
        "古い強さのハッシュの場合_サーバは作り直してセッションを記録する":
            "If the hash is of an older strength, the server makes a new one and records the session",
        "二つ目の要素がある場合_サーバは続きのチケットを作る":
            "If the account has a second factor, the server makes a ticket to go on with",
        "二つ目の要素がある場合_サーバはコードを求める": "If the account has a second factor, the server asks for a code",
        "サーバはアカウントとセッションを返す": "The server returns the account and the session",
        "消される前だった場合_サーバは取り消してアカウントとセッションを返す":
            "If the account was to be erased, the server takes that back and returns the account and the session",
        "名前の形でない場合_サーバは拒否する": "If it does not have the form of a name, the server refuses",
        "アカウントがない場合_サーバは拒否する": "If there is no account, the server refuses",
        "パスワードが違う場合_サーバは拒否する": "If the password is wrong, the server refuses",
        "アカウントが止められている場合_サーバは拒否する": "If the account is locked, the server refuses",
        "間違いが多すぎる場合_サーバは次に試せる時刻を返す": "After too many failures, the server returns when one may try again",
        "パスワードが変わったところの場合_サーバは拒否する": "If the password was changed meanwhile, the server refuses",
    ]
}
