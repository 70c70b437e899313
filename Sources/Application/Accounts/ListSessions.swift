package import CalearningDomain
package import UsecasesEngine

/// ユースケース【アカウントのセッションを並べる】, on the server's side.
package enum ListSessions: Usecase {
    package enum Basics: SceneName {
        case サーバはトークンのセッションを探す(token: SessionToken)
        case サーバはアカウントのセッションを集める(loggedIn: LoggedIn)
    }

    package enum Goals: SceneName {
        case サーバはセッションの一覧を返す(list: SessionList)
        case セッションがない場合_サーバは拒否する
    }

    package static let title = "アカウントのセッションを並べる"
    package static let invocation = Invocation.request("GET /sessions")
    package static let actors: Set<Actor> = [.application]

    package static func initial(token: SessionToken) -> Step<Self> { .basic(.サーバはトークンのセッションを探す(token: token)) }

    package static let beginnings: [Step<Self>] = [initial(token: .example)]

    package static func next(
        after scene: Step<Self>, with keeper: AccountKeeper
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.サーバはトークンのセッションを探す(let token)):
            return if let loggedIn = try await keeper.session(of: token) {
                .basic(.サーバはアカウントのセッションを集める(loggedIn: loggedIn))
            } else {
                .last(.セッションがない場合_サーバは拒否する)
            }
        case .basic(.サーバはアカウントのセッションを集める(let loggedIn)):
            return .last(.サーバはセッションの一覧を返す(list: try await keeper.sessions(of: loggedIn)))
        }
    }

    package static let english = [
        title: "List the sessions of an account",
        "サーバはトークンのセッションを探す": "The server looks for the session of the token",
        "サーバはアカウントのセッションを集める": "The server collects the sessions of the account",
        "サーバはセッションの一覧を返す": "The server returns the list of sessions",
        "セッションがない場合_サーバは拒否する": "If there is no such session, the server refuses",
    ]
}
