package import CalearningDomain
package import UsecasesEngine

/// ユースケース【アカウントを登録する】, on the server's side.
package enum RegisterAccount: Usecase {
    package enum Basics: SceneName {
        case サーバは名前とパスワードが規則に合うかを調べる(request: AccountRequest)
        case サーバはパスワードをハッシュにする(request: AccountRequest, name: AccountName)
        case サーバはアカウントと最初のセッションを記録する(request: AccountRequest, account: StoredAccount)
    }

    package enum Alternatives: SceneName {
        case 冪等キーで登録済みの場合_サーバは試した回数を数える(request: AccountRequest, account: StoredAccount)
        case 数えた場合_サーバは同じ内容かを照合する(request: AccountRequest, account: StoredAccount, guess: Guess)
        case 同じ内容の場合_サーバは新しいセッションを始める(request: AccountRequest, account: StoredAccount, guess: Guess)
    }

    package enum Goals: SceneName {
        case 記録した場合_サーバはアカウントとセッションを返す(opened: OpenedSession)
        case 登録済みの場合_サーバは同じアカウントと新しいセッションを返す(opened: OpenedSession)
        case 規則に合わない場合_サーバは直すところを返す(flaws: [AccountFlaw])
        case 名前が使われている場合_サーバは拒否する
        case 冪等キーが別の内容で使われている場合_サーバは拒否する
        case 間違いが多すぎる場合_サーバは次に試せる時刻を返す(until: Timestamp)
    }

    package static let title = "アカウントを登録する"
    package static let invocation = Invocation.request("POST /accounts")
    package static let actors: Set<Actor> = [.application]

    /// Returns the first scene. Without a key, a repeated request finds its name taken.
    package static func initial(request: AccountRequest) -> Step<Self> {
        .basic(.サーバは名前とパスワードが規則に合うかを調べる(request: request))
    }

    package static let beginnings: [Step<Self>] = [
        initial(request: .example), initial(request: .keyedExample), initial(request: .flawedExample),
    ]

    package static let drawnBeginning: (@Sendable (inout RandomChoices) -> Step<Self>)? = {
        initial(
            request: AccountRequest(
                credentials: .drawn(by: &$0), device: .example(1), key: .example, network: "192.0.2.1"))
    }

    package static func next(
        after scene: Step<Self>, with keeper: AccountKeeper
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.サーバは名前とパスワードが規則に合うかを調べる(let request)):
            let flaws = AccountRules.flaws(ofNew: request.credentials)
            guard flaws.isEmpty, let name = AccountName(request.credentials.name) else {
                return .last(.規則に合わない場合_サーバは直すところを返す(flaws: flaws))
            }
            return .basic(.サーバはパスワードをハッシュにする(request: request, name: name))
        case .basic(.サーバはパスワードをハッシュにする(let request, let name)):
            let account = try await keeper.prepare(name, request.credentials.password)
            return .basic(.サーバはアカウントと最初のセッションを記録する(request: request, account: account))
        case .basic(.サーバはアカウントと最初のセッションを記録する(let request, let account)):
            let (record, opened) = try await keeper.record(account, for: request)
            return switch record {
            case .recorded: .last(.記録した場合_サーバはアカウントとセッションを返す(opened: opened))
            case .nameTaken: .last(.名前が使われている場合_サーバは拒否する)
            case .known(let known) where keeper.isRepeatable(known) && !known.secondFactor.isOn:
                .alternate(.冪等キーで登録済みの場合_サーバは試した回数を数える(request: request, account: known))
            case .known: .last(.冪等キーが別の内容で使われている場合_サーバは拒否する)
            }
        case .alternate(.冪等キーで登録済みの場合_サーバは試した回数を数える(let request, let account)):
            let guess = Guess(name: account.account.name, network: request.network)
            return if case .later(let until) = try await keeper.admit(guess) {
                .last(.間違いが多すぎる場合_サーバは次に試せる時刻を返す(until: until))
            } else {
                .alternate(.数えた場合_サーバは同じ内容かを照合する(request: request, account: account, guess: guess))
            }
        case .alternate(.数えた場合_サーバは同じ内容かを照合する(let request, let account, let guess)):
            let comparison = try await keeper.compare(request.credentials.password, with: account, after: guess)
            return comparison != .differs && AccountName(request.credentials.name) == account.account.name
                ? .alternate(.同じ内容の場合_サーバは新しいセッションを始める(request: request, account: account, guess: guess))
                : .last(.冪等キーが別の内容で使われている場合_サーバは拒否する)
        case .alternate(.同じ内容の場合_サーバは新しいセッションを始める(let request, let account, let guess)):
            return if let opened = try await keeper.begin(account, for: request, after: guess) {
                .last(.登録済みの場合_サーバは同じアカウントと新しいセッションを返す(opened: opened))
            } else {
                .last(.冪等キーが別の内容で使われている場合_サーバは拒否する)
            }
        }
    }

    package static let english = [
        title: "Register an account",
        "サーバは名前とパスワードが規則に合うかを調べる": "The server checks the name and the password against the rules",
        "サーバはパスワードをハッシュにする": "The server hashes the password",
        "サーバはアカウントと最初のセッションを記録する": "The server records the account together with its first session",
        "冪等キーで登録済みの場合_サーバは試した回数を数える": "If the idempotency key has an account, the server counts the tries",
        "数えた場合_サーバは同じ内容かを照合する": "If the try was counted, the server compares the requests",
        "同じ内容の場合_サーバは新しいセッションを始める": "If they are the same, the server begins another session",
        "記録した場合_サーバはアカウントとセッションを返す": "If they were recorded, the server returns the account and the session",
        "登録済みの場合_サーバは同じアカウントと新しいセッションを返す":
            "If it was registered before, the server returns the same account and a new session",
        "規則に合わない場合_サーバは直すところを返す": "If they break a rule, the server returns what to fix",
        "名前が使われている場合_サーバは拒否する": "If the name is taken, the server refuses",
        "冪等キーが別の内容で使われている場合_サーバは拒否する": "If the idempotency key was used for something else, the server refuses",
        "間違いが多すぎる場合_サーバは次に試せる時刻を返す": "After too many failures, the server returns when one may try again",
    ]
}
