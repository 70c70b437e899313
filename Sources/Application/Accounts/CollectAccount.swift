package import CalearningDomain
package import UsecasesEngine

/// ユースケース【アカウントに属するものを集める】, on the server's side.
package enum CollectAccount: Usecase {
    package enum Basics: SceneName {
        case サーバはトークンのセッションを探す(token: SessionToken)
        case サーバはアカウントに属するものを集める(loggedIn: LoggedIn)
    }

    package enum Goals: SceneName {
        case サーバは集めたものを返す(export: AccountExport)
        case セッションがない場合_サーバは拒否する
    }

    package static let title = "アカウントに属するものを集める"
    package static let invocation = Invocation.request("GET /account/export")
    package static let actors: Set<Actor> = [.application]

    package static func initial(token: SessionToken) -> Step<Self> { .basic(.サーバはトークンのセッションを探す(token: token)) }

    package static let beginnings: [Step<Self>] = [initial(token: .example)]

    package static func next(
        after scene: Step<Self>, with keeper: AccountKeeper
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.サーバはトークンのセッションを探す(let token)):
            return if let loggedIn = try await keeper.session(of: token) {
                .basic(.サーバはアカウントに属するものを集める(loggedIn: loggedIn))
            } else {
                .last(.セッションがない場合_サーバは拒否する)
            }
        case .basic(.サーバはアカウントに属するものを集める(let loggedIn)):
            return .last(.サーバは集めたものを返す(export: try await keeper.export(of: loggedIn.account)))
        }
    }

    package static let english = [
        title: "Collect what belongs to an account",
        "サーバはトークンのセッションを探す": "The server looks for the session of the token",
        "サーバはアカウントに属するものを集める": "The server collects everything that belongs to the account",
        "サーバは集めたものを返す": "The server returns everything that it keeps about the account",
        "セッションがない場合_サーバは拒否する": "If there is no such session, the server refuses",
    ]
}
