package import CalearningDomain
package import UsecasesEngine

/// ユースケース【アカウントを使えるように戻す】
package enum UnlockAccount: Usecase {
    package enum Basics: SceneName {
        case アプリはアカウントを使えるように戻す(name: AccountName)
    }

    package enum Goals: SceneName {
        case アプリは使えるアカウントを表示(overview: AccountOverview)
        case アカウントがない場合_アプリはないことを表示(name: AccountName)
    }

    package static let title = "アカウントを使えるように戻す"
    package static let invocation = Invocation.command("operate unlock NAME")
    package static let actors: Set<Actor> = [.operator]
    package static func initial(name: AccountName) -> Step<Self> { .basic(.アプリはアカウントを使えるように戻す(name: name)) }

    package static let beginnings: [Step<Self>] = [initial(name: .example)]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはアカウントを使えるように戻す(let name)):
            let now = dependencies.clock.now
            let overview = try await dependencies.administration.setLock(false, of: name, at: now)
            return overview.map { .last(.アプリは使えるアカウントを表示(overview: $0)) } ?? .last(.アカウントがない場合_アプリはないことを表示(name: name))
        }
    }

    package static let english = [
        title: "Unlock an account",
        "アプリはアカウントを使えるように戻す": "The application unlocks the account",
        "アプリは使えるアカウントを表示": "The application shows the unlocked account",
        "アカウントがない場合_アプリはないことを表示": "If the account does not exist, the application says so",
    ]
}
