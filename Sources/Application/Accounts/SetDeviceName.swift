package import CalearningDomain
package import UsecasesEngine

/// ユースケース【端末の名前を記録する】, on the server's side.
package enum SetDeviceName: Usecase {
    package enum Basics: SceneName {
        case サーバはトークンのセッションを探す(name: DeviceName, token: SessionToken)
        case サーバは端末の名前を記録する(name: DeviceName, loggedIn: LoggedIn)
    }

    package enum Goals: SceneName {
        case サーバは名前が変わったことを返す(account: Account)
        case セッションがない場合_サーバは拒否する
    }

    package static let title = "端末の名前を記録する"
    package static let invocation = Invocation.request("PUT /session/name")
    package static let actors: Set<Actor> = [.application]

    package static func initial(name: DeviceName, token: SessionToken) -> Step<Self> {
        .basic(.サーバはトークンのセッションを探す(name: name, token: token))
    }

    package static let beginnings: [Step<Self>] = [initial(name: .example, token: .example)]

    package static func next(
        after scene: Step<Self>, with keeper: AccountKeeper
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.サーバはトークンのセッションを探す(let name, let token)):
            return if let loggedIn = try await keeper.session(of: token) {
                .basic(.サーバは端末の名前を記録する(name: name, loggedIn: loggedIn))
            } else {
                .last(.セッションがない場合_サーバは拒否する)
            }
        case .basic(.サーバは端末の名前を記録する(let name, let loggedIn)):
            // Another request may have ended the session in the meantime.
            return try await keeper.name(name, of: loggedIn)
                ? .last(.サーバは名前が変わったことを返す(account: loggedIn.account)) : .last(.セッションがない場合_サーバは拒否する)
        }
    }

    package static let english = [
        title: "Record the name of a device",
        "サーバはトークンのセッションを探す": "The server looks for the session of the token",
        "サーバは端末の名前を記録する": "The server records the name of the device",
        "サーバは名前が変わったことを返す": "The server says that the name was changed",
        "セッションがない場合_サーバは拒否する": "If there is no such session, the server refuses",
    ]
}
