package import CalearningDomain
package import UsecasesEngine

/// ユースケース【アカウントを止める】
package enum LockAccount: Usecase {
    package enum Basics: SceneName {
        case アプリはアカウントを止めてセッションを終わらせる(name: AccountName)
    }

    package enum Goals: SceneName {
        case アプリは止めたアカウントを表示(overview: AccountOverview)
        case アカウントがない場合_アプリはないことを表示(name: AccountName)
    }

    package static let title = "アカウントを止める"
    package static let invocation = Invocation.command("operate lock NAME")
    package static let actors: Set<Actor> = [.operator]
    package static func initial(name: AccountName) -> Step<Self> { .basic(.アプリはアカウントを止めてセッションを終わらせる(name: name)) }

    package static let beginnings: [Step<Self>] = [initial(name: .example)]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはアカウントを止めてセッションを終わらせる(let name)):
            let now = dependencies.clock.now
            let overview = try await dependencies.administration.setLock(true, of: name, at: now)
            return overview.map { .last(.アプリは止めたアカウントを表示(overview: $0)) } ?? .last(.アカウントがない場合_アプリはないことを表示(name: name))
        }
    }

    package static let english = [
        title: "Lock an account",
        "アプリはアカウントを止めてセッションを終わらせる": "The application locks the account and ends its sessions",
        "アプリは止めたアカウントを表示": "The application shows the locked account",
        "アカウントがない場合_アプリはないことを表示": "If the account does not exist, the application says so",
    ]
}
