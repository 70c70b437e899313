package import CalearningDomain
package import UsecasesEngine

/// ユースケース【セッションを終える】, on the server's side.
package enum CloseSession: Usecase {
    package enum Basics: SceneName {
        case サーバはトークンのセッションを探す(token: SessionToken)
        case サーバはセッションを終わらせる(loggedIn: LoggedIn)
    }

    package enum Goals: SceneName {
        case サーバは終わったことを返す(account: Account)
        case セッションがない場合_サーバは拒否する
    }

    package static let title = "セッションを終える"
    package static let invocation = Invocation.request("DELETE /session")
    package static let actors: Set<Actor> = [.application]

    package static func initial(token: SessionToken) -> Step<Self> { .basic(.サーバはトークンのセッションを探す(token: token)) }

    package static let beginnings: [Step<Self>] = [initial(token: .example)]

    package static func next(
        after scene: Step<Self>, with keeper: AccountKeeper
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.サーバはトークンのセッションを探す(let token)):
            return if let loggedIn = try await keeper.session(of: token) {
                .basic(.サーバはセッションを終わらせる(loggedIn: loggedIn))
            } else {
                .last(.セッションがない場合_サーバは拒否する)
            }
        case .basic(.サーバはセッションを終わらせる(let loggedIn)):
            // Another request may already have ended the session.
            _ = try await keeper.end(.one(loggedIn.session.id), of: loggedIn.account)
            return .last(.サーバは終わったことを返す(account: loggedIn.account))
        }
    }

    package static let english = [
        title: "Close a session",
        "サーバはトークンのセッションを探す": "The server looks for the session of the token",
        "サーバはセッションを終わらせる": "The server ends the session",
        "サーバは終わったことを返す": "The server says that it has ended",
        "セッションがない場合_サーバは拒否する": "If the token has no session, the server refuses",
    ]
}
