package import CalearningDomain
package import UsecasesEngine

/// ユースケース【セッションを確かめる】, on the server's side.
package enum CheckSession: Usecase {
    package enum Basics: SceneName {
        case サーバはトークンのセッションを探す(token: SessionToken)
    }

    package enum Goals: SceneName {
        case サーバはアカウントとセッションを返す(loggedIn: LoggedIn)
        case セッションがない場合_サーバは拒否する
    }

    package static let title = "セッションを確かめる"
    package static let invocation = Invocation.request("GET /session")
    package static let actors: Set<Actor> = [.application]

    package static func initial(token: SessionToken) -> Step<Self> { .basic(.サーバはトークンのセッションを探す(token: token)) }

    package static let beginnings: [Step<Self>] = [initial(token: .example)]

    package static func next(
        after scene: Step<Self>, with keeper: AccountKeeper
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.サーバはトークンのセッションを探す(let token)):
            return if let loggedIn = try await keeper.session(of: token) {
                .last(.サーバはアカウントとセッションを返す(loggedIn: loggedIn))
            } else {
                .last(.セッションがない場合_サーバは拒否する)
            }
        }
    }

    package static let english = [
        title: "Check a session",
        "サーバはトークンのセッションを探す": "The server looks for the session of the token",
        "サーバはアカウントとセッションを返す": "The server returns the account and the session",
        "セッションがない場合_サーバは拒否する": "If there is no such session, the server refuses",
    ]
}
