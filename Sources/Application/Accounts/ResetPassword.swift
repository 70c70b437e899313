package import CalearningDomain
package import UsecasesEngine

/// ユースケース【パスワードを決め直す】, on the server's side.
package enum ResetPassword: Usecase {
    package enum Basics: SceneName {
        case サーバは新しいパスワードが規則に合うかを調べる(request: RecoveryRequest)
        case サーバは名前とコードの形を調べる(request: RecoveryRequest)
        case サーバは試した回数を数える(request: RecoveryRequest, code: RecoveryCode, guess: Guess)
        case サーバは復旧コードを照合しパスワードを置き換える(request: RecoveryRequest, code: RecoveryCode, guess: Guess)
    }

    package enum Alternatives: SceneName {
        case 二つ目の要素がある場合_サーバはコードを照合する(
            request: RecoveryRequest, code: RecoveryCode, guess: Guess, account: StoredAccount)
        case コードが正しい場合_サーバはパスワードを置き換える(
            request: RecoveryRequest, code: RecoveryCode, guess: Guess, account: StoredAccount)
    }

    package enum Goals: SceneName {
        case サーバはパスワードが変わったことを返す(account: Account)
        case 規則に合わない場合_サーバは直すところを返す(flaws: [AccountFlaw])
        case 名前かコードの形でない場合_サーバは拒否する
        /// One goal for a wrong name and a wrong code, because the answer must not reveal which names have accounts.
        case 名前かコードが違う場合_サーバは拒否する
        case コードが要る場合_サーバは求める(account: Account)
        case コードが違う場合_サーバは拒否する(account: Account)
        case 間違いが多すぎる場合_サーバは次に試せる時刻を返す(until: Timestamp)
    }

    package static let title = "パスワードを決め直す"
    package static let invocation = Invocation.request("POST /account/recovery")
    package static let actors: Set<Actor> = [.application]

    package static func initial(request: RecoveryRequest) -> Step<Self> {
        .basic(.サーバは新しいパスワードが規則に合うかを調べる(request: request))
    }

    package static let beginnings: [Step<Self>] = [
        initial(request: .example), initial(request: .flawedExample), initial(request: .codelessExample),
        initial(request: .secondExample),
    ]

    package static let drawnBeginning: (@Sendable (inout RandomChoices) -> Step<Self>)? = {
        initial(
            request: RecoveryRequest(
                recovery: AccountRecovery(credentials: .drawn(by: &$0), code: .example), network: "192.0.2.1"))
    }

    package static func next(
        after scene: Step<Self>, with keeper: AccountKeeper
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.サーバは新しいパスワードが規則に合うかを調べる(let request)):
            let credentials = request.recovery.credentials
            let flaws = AccountRules.flaws(of: credentials.password, forName: credentials.name)
            return flaws.isEmpty
                ? .basic(.サーバは名前とコードの形を調べる(request: request))
                : .last(.規則に合わない場合_サーバは直すところを返す(flaws: flaws))
        case .basic(.サーバは名前とコードの形を調べる(let request)):
            guard let name = AccountName(request.recovery.credentials.name), let code = request.recovery.code else {
                return .last(.名前かコードの形でない場合_サーバは拒否する)
            }
            let guess = Guess(name: name, network: request.network)
            return .basic(.サーバは試した回数を数える(request: request, code: code, guess: guess))
        case .basic(.サーバは試した回数を数える(let request, let code, let guess)):
            return if case .later(let until) = try await keeper.admit(guess) {
                .last(.間違いが多すぎる場合_サーバは次に試せる時刻を返す(until: until))
            } else {
                .basic(.サーバは復旧コードを照合しパスワードを置き換える(request: request, code: code, guess: guess))
            }
        case .basic(.サーバは復旧コードを照合しパスワードを置き換える(let request, let code, let guess)):
            return
                switch try await keeper.recover(
                    with: code, to: request.recovery.credentials.password, after: guess)
            {
            case .recovered(let account): .last(.サーバはパスワードが変わったことを返す(account: account))
            case .secured(let account):
                .alternate(.二つ目の要素がある場合_サーバはコードを照合する(request: request, code: code, guess: guess, account: account))
            case .refused: .last(.名前かコードが違う場合_サーバは拒否する)
            }
        case .alternate(.二つ目の要素がある場合_サーバはコードを照合する(let request, let code, let guess, let account)):
            guard let second = request.recovery.secondCode else {
                return .last(.コードが要る場合_サーバは求める(account: account.account))
            }
            return switch try await keeper.spend(second, of: account, after: guess) {
            case .right:
                .alternate(.コードが正しい場合_サーバはパスワードを置き換える(request: request, code: code, guess: guess, account: account))
            case .later(let until): .last(.間違いが多すぎる場合_サーバは次に試せる時刻を返す(until: until))
            case .wrongPassword, .unproved: .last(.コードが違う場合_サーバは拒否する(account: account.account))
            }
        case .alternate(.コードが正しい場合_サーバはパスワードを置き換える(let request, let code, let guess, let account)):
            let record = try await keeper.recover(
                with: code, to: request.recovery.credentials.password, under: account.secondFactor?.key, after: guess)
            guard case .recovered(let account) = record else { return .last(.名前かコードが違う場合_サーバは拒否する) }
            return .last(.サーバはパスワードが変わったことを返す(account: account))
        }
    }

    package static let english = [
        title: "Reset a password",
        "サーバは新しいパスワードが規則に合うかを調べる": "The server checks the new password against the rules",
        "サーバは名前とコードの形を調べる": "The server checks the form of the name and of the code",
        "サーバは試した回数を数える": "The server counts the tries",
        "サーバは復旧コードを照合しパスワードを置き換える": "The server compares the code and replaces the password",
        "サーバはパスワードが変わったことを返す": "The server says that the password was changed",
        "規則に合わない場合_サーバは直すところを返す": "If it breaks a rule, the server returns what to fix",
        "名前かコードの形でない場合_サーバは拒否する": "If the name or the code has another form, the server refuses",
        "名前かコードが違う場合_サーバは拒否する": "If the name or the code is wrong, the server refuses",
        "二つ目の要素がある場合_サーバはコードを照合する": "If the account has a second factor, the server compares its code",
        "コードが正しい場合_サーバはパスワードを置き換える": "If that code is right, the server replaces the password",
        "コードが要る場合_サーバは求める": "If a code of the second factor is missing, the server asks for it",
        "コードが違う場合_サーバは拒否する": "If the code is wrong or was used before, the server refuses",
        "間違いが多すぎる場合_サーバは次に試せる時刻を返す": "After too many failures, the server returns when one may try again",
    ]
}
