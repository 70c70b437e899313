package import CalearningDomain
package import UsecasesEngine

/// ユースケース【二つ目の要素を外す】
package enum RemoveSecondFactor: Usecase {
    package enum Basics: SceneName {
        case アプリはアカウントから二つ目の要素を外す(name: AccountName)
    }

    package enum Goals: SceneName {
        case アプリは二つ目の要素のないアカウントを表示(overview: AccountOverview)
        case アカウントがない場合_アプリはないことを表示(name: AccountName)
    }

    package static let title = "二つ目の要素を外す"
    package static let invocation = Invocation.command("operate second-factor remove NAME")
    package static let actors: Set<Actor> = [.operator]
    package static func initial(name: AccountName) -> Step<Self> { .basic(.アプリはアカウントから二つ目の要素を外す(name: name)) }

    package static let beginnings: [Step<Self>] = [initial(name: .example)]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはアカウントから二つ目の要素を外す(let name)):
            let now = dependencies.clock.now
            let overview = try await dependencies.administration.removeSecondFactor(of: name, at: now)
            return overview.map { .last(.アプリは二つ目の要素のないアカウントを表示(overview: $0)) }
                ?? .last(.アカウントがない場合_アプリはないことを表示(name: name))
        }
    }

    package static let english = [
        title: "Remove a second factor",
        "アプリはアカウントから二つ目の要素を外す": "The application removes the second factor of the account",
        "アプリは二つ目の要素のないアカウントを表示": "The application shows the account without a second factor",
        "アカウントがない場合_アプリはないことを表示": "If the account does not exist, the application says so",
    ]
}
