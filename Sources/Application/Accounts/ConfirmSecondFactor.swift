package import CalearningDomain
package import UsecasesEngine

/// ユースケース【二つ目の要素を確かめる】, on the server's side.
package enum ConfirmSecondFactor: Usecase {
    package enum Basics: SceneName {
        case サーバはトークンのセッションを探す(code: SecondCode, token: SessionToken)
        case サーバは確かめられる鍵を探す(code: SecondCode, loggedIn: LoggedIn)
        case サーバはコードを照合し二つ目の要素を記録する(code: SecondCode, loggedIn: LoggedIn, account: StoredAccount)
    }

    package enum Goals: SceneName {
        case サーバは予備のコードを返す(account: Account, codes: [RecoveryCode])
        case 確かめる鍵がない場合_サーバは拒否する(account: Account)
        case コードが違う場合_サーバは拒否する(account: Account)
        case セッションがない場合_サーバは拒否する
        case 間違いが多すぎる場合_サーバは次に試せる時刻を返す(account: Account, until: Timestamp)
    }

    package static let title = "二つ目の要素を確かめる"
    package static let invocation = Invocation.request("PUT /account/second-factor")
    package static let actors: Set<Actor> = [.application]

    package static func initial(code: SecondCode, token: SessionToken) -> Step<Self> {
        .basic(.サーバはトークンのセッションを探す(code: code, token: token))
    }

    package static let beginnings: [Step<Self>] = [SecondCode.time(.example), .other].map {
        initial(code: $0, token: .example)
    }

    package static func next(
        after scene: Step<Self>, with keeper: AccountKeeper
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.サーバはトークンのセッションを探す(let code, let token)):
            return if let loggedIn = try await keeper.session(of: token) {
                .basic(.サーバは確かめられる鍵を探す(code: code, loggedIn: loggedIn))
            } else {
                .last(.セッションがない場合_サーバは拒否する)
            }
        case .basic(.サーバは確かめられる鍵を探す(let code, let loggedIn)):
            guard let account = try await keeper.accountToConfirm(by: loggedIn) else {
                return .last(.確かめる鍵がない場合_サーバは拒否する(account: loggedIn.account))
            }
            return .basic(.サーバはコードを照合し二つ目の要素を記録する(code: code, loggedIn: loggedIn, account: account))
        case .basic(.サーバはコードを照合し二つ目の要素を記録する(let code, let loggedIn, let account)):
            let (confirmation, codes) = try await keeper.confirmSecondFactor(with: code, of: account, by: loggedIn)
            return switch confirmation {
            case .right: .last(.サーバは予備のコードを返す(account: account.account, codes: codes))
            case .later(let until): .last(.間違いが多すぎる場合_サーバは次に試せる時刻を返す(account: account.account, until: until))
            case .wrongPassword, .unproved: .last(.コードが違う場合_サーバは拒否する(account: account.account))
            }
        }
    }

    package static let english = [
        title: "Confirm the second factor",
        "サーバはトークンのセッションを探す": "The server looks for the session of the token",
        "サーバは確かめられる鍵を探す": "The server looks for a key to be confirmed",
        "サーバはコードを照合し二つ目の要素を記録する": "The server compares the code and records the second factor",
        "サーバは予備のコードを返す": "The server returns the backup codes",
        "確かめる鍵がない場合_サーバは拒否する": "If there is no key to be confirmed, the server refuses",
        "コードが違う場合_サーバは拒否する": "If the code is wrong, the server refuses",
        "セッションがない場合_サーバは拒否する": "If the token has no session, the server refuses",
        "間違いが多すぎる場合_サーバは次に試せる時刻を返す": "After too many failures, the server returns when one may try again",
    ]
}
