package import CalearningDomain
package import UsecasesEngine

/// ユースケース【アカウントを調べる】
package enum ShowAccount: Usecase {
    package enum Basics: SceneName {
        case アプリはアカウントを探す(name: AccountName)
    }

    package enum Goals: SceneName {
        case アプリはアカウントを表示(overview: AccountOverview)
        case アカウントがない場合_アプリはないことを表示(name: AccountName)
    }

    package static let title = "アカウントを調べる"
    package static let invocation = Invocation.command("operate account NAME")
    package static let actors: Set<Actor> = [.operator]
    package static func initial(name: AccountName) -> Step<Self> { .basic(.アプリはアカウントを探す(name: name)) }

    package static let beginnings: [Step<Self>] = [initial(name: .example)]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはアカウントを探す(let name)):
            if let overview = try await dependencies.administration.account(named: name, at: dependencies.clock.now) {
                .last(.アプリはアカウントを表示(overview: overview))
            } else {
                .last(.アカウントがない場合_アプリはないことを表示(name: name))
            }
        }
    }

    package static let english = [
        title: "Look at an account",
        "アプリはアカウントを探す": "The application looks for the account",
        "アプリはアカウントを表示": "The application shows the account",
        "アカウントがない場合_アプリはないことを表示": "If the account does not exist, the application says so",
    ]
}
