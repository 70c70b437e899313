package import CalearningDomain
package import UsecasesEngine

/// ユースケース【二つ目の要素の変更を記録する】, on the server's side.
package enum ChangeSecondFactor: Usecase {
    package enum Basics: SceneName {
        case サーバはトークンのセッションを探す(request: ConfirmedRequest, wish: SecondFactorWish)
        case サーバは試した回数を数えアカウントを探す(request: ConfirmedRequest, wish: SecondFactorWish, loggedIn: LoggedIn)
        case サーバはパスワードを照合する(
            request: ConfirmedRequest, wish: SecondFactorWish, loggedIn: LoggedIn, account: StoredAccount)
        case サーバは鍵を作って記録する(loggedIn: LoggedIn, account: StoredAccount, guess: Guess)
    }

    package enum Alternatives: SceneName {
        case やめる場合_サーバは二つ目の要素を外す(loggedIn: LoggedIn, account: StoredAccount, guess: Guess)
        case 予備のコードの場合_サーバは作り直す(loggedIn: LoggedIn, account: StoredAccount, guess: Guess)
    }

    package enum Goals: SceneName {
        case サーバは確かめられる前の鍵を返す(offer: SecondFactorOffer)
        case サーバは外したことを返す(account: Account)
        case サーバは新しい予備のコードを返す(account: Account, codes: [RecoveryCode])
        case すでに使っている場合_サーバは拒否する(account: Account)
        case 使っていない場合_サーバは拒否する(account: Account)
        case 鍵を持たない場合_サーバは拒否する
        case セッションがない場合_サーバは拒否する
        case パスワードが違う場合_サーバは拒否する(account: Account)
        case コードが要る場合_サーバは求める(account: Account)
        case コードが違う場合_サーバは拒否する(account: Account)
        case 間違いが多すぎる場合_サーバは次に試せる時刻を返す(account: Account, until: Timestamp)
        case ほかの変更が先だった場合_サーバは拒否する
    }

    package static let title = "二つ目の要素の変更を記録する"
    package static let invocation = Invocation.request("POST /account/second-factor")
    package static let actors: Set<Actor> = [.application]

    package static func initial(request: ConfirmedRequest, wish: SecondFactorWish) -> Step<Self> {
        .basic(.サーバはトークンのセッションを探す(request: request, wish: wish))
    }

    package static let beginnings: [Step<Self>] =
        [initial(request: .example, wish: .setUp)]
        + SecondFactorWish.allCases.map { initial(request: .secondExample, wish: $0) }

    package static func next(
        after scene: Step<Self>, with keeper: AccountKeeper
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.サーバはトークンのセッションを探す(let request, let wish)):
            return if let loggedIn = try await keeper.session(of: request.token) {
                .basic(.サーバは試した回数を数えアカウントを探す(request: request, wish: wish, loggedIn: loggedIn))
            } else {
                .last(.セッションがない場合_サーバは拒否する)
            }
        case .basic(.サーバは試した回数を数えアカウントを探す(let request, let wish, let loggedIn)):
            return switch try await keeper.admit(guess(request, loggedIn)) {
            case .account(let account?) where account.account == loggedIn.account:
                .basic(.サーバはパスワードを照合する(request: request, wish: wish, loggedIn: loggedIn, account: account))
            case .account: .last(.セッションがない場合_サーバは拒否する)
            case .later(let until): .last(.間違いが多すぎる場合_サーバは次に試せる時刻を返す(account: loggedIn.account, until: until))
            }
        case .basic(.サーバはパスワードを照合する(let request, let wish, let loggedIn, let account)):
            let guess = guess(request, loggedIn)
            return switch try await keeper.confirm(request.proof, of: account, after: guess) {
            case .right: change(wish, loggedIn, account, guess)
            case .wrongPassword: .last(.パスワードが違う場合_サーバは拒否する(account: loggedIn.account))
            case .unproved(.needed): .last(.コードが要る場合_サーバは求める(account: loggedIn.account))
            case .unproved(.wrong): .last(.コードが違う場合_サーバは拒否する(account: loggedIn.account))
            case .later(let until): .last(.間違いが多すぎる場合_サーバは次に試せる時刻を返す(account: loggedIn.account, until: until))
            }
        case .basic(.サーバは鍵を作って記録する(let loggedIn, let account, let guess)):
            do {
                let offer = try await keeper.offerSecondFactor(to: account, by: loggedIn, after: guess)
                return .last(offer.map { .サーバは確かめられる前の鍵を返す(offer: $0) } ?? .ほかの変更が先だった場合_サーバは拒否する)
            } catch {
                guard case .system(.鍵がありません, _, _) = error else { throw error }
                try await keeper.takeBack(guess)
                return .last(.鍵を持たない場合_サーバは拒否する)
            }
        case .alternate(.やめる場合_サーバは二つ目の要素を外す(let loggedIn, let account, let guess)):
            return try await keeper.removeSecondFactor(of: account, by: loggedIn, after: guess)
                ? .last(.サーバは外したことを返す(account: account.account)) : .last(.ほかの変更が先だった場合_サーバは拒否する)
        case .alternate(.予備のコードの場合_サーバは作り直す(let loggedIn, let account, let guess)):
            let codes = try await keeper.renewBackupCodes(of: account, by: loggedIn, after: guess)
            return .last(
                codes.map { .サーバは新しい予備のコードを返す(account: account.account, codes: $0) } ?? .ほかの変更が先だった場合_サーバは拒否する)
        }
    }

    /// Returns the scene after the password and the code were right.
    private static func change(
        _ wish: SecondFactorWish, _ loggedIn: LoggedIn, _ account: StoredAccount, _ guess: Guess
    ) -> Scene<Self> {
        switch (wish, account.secondFactor.isOn) {
        case (.setUp, false): .basic(.サーバは鍵を作って記録する(loggedIn: loggedIn, account: account, guess: guess))
        case (.setUp, true): .last(.すでに使っている場合_サーバは拒否する(account: account.account))
        case (.off, true): .alternate(.やめる場合_サーバは二つ目の要素を外す(loggedIn: loggedIn, account: account, guess: guess))
        case (.backupCodes, true): .alternate(.予備のコードの場合_サーバは作り直す(loggedIn: loggedIn, account: account, guess: guess))
        case (.off, false), (.backupCodes, false): .last(.使っていない場合_サーバは拒否する(account: account.account))
        }
    }

    private static func guess(_ request: ConfirmedRequest, _ loggedIn: LoggedIn) -> Guess {
        Guess(name: loggedIn.account.name, network: request.network)
    }

    package static let english = [
        title: "Change the second factor",
        "サーバはトークンのセッションを探す": "The server looks for the session of the token",
        "サーバは試した回数を数えアカウントを探す": "The server counts the tries and looks for the account",
        "サーバはパスワードを照合する": "The server compares the password",
        "サーバは鍵を作って記録する": "The server makes a key and records it",
        "やめる場合_サーバは二つ目の要素を外す": "If it is no longer wanted, the server removes the second factor",
        "予備のコードの場合_サーバは作り直す": "If backup codes are wanted, the server makes new ones",
        "サーバは確かめられる前の鍵を返す": "The server returns the key, which is to be confirmed",
        "サーバは外したことを返す": "The server says that the second factor is off",
        "サーバは新しい予備のコードを返す": "The server returns the new backup codes",
        "すでに使っている場合_サーバは拒否する": "If the second factor is on already, the server refuses",
        "使っていない場合_サーバは拒否する": "If the second factor is off, the server refuses",
        "鍵を持たない場合_サーバは拒否する": "If the server has no key for secrets, it refuses",
        "セッションがない場合_サーバは拒否する": "If the token has no session, the server refuses",
        "パスワードが違う場合_サーバは拒否する": "If the password is wrong, the server refuses",
        "コードが要る場合_サーバは求める": "If a code of the second factor is missing, the server asks for it",
        "コードが違う場合_サーバは拒否する": "If the code is wrong or was used before, the server refuses",
        "間違いが多すぎる場合_サーバは次に試せる時刻を返す": "After too many failures, the server returns when one may try again",
        "ほかの変更が先だった場合_サーバは拒否する": "If another change came first, the server refuses",
    ]
}
