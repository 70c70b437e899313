package import CalearningDomain
package import UsecasesEngine

/// ユースケース【アカウントのセッションを終わらせる】
package enum EndAccountSessions: Usecase {
    package enum Basics: SceneName {
        case アプリはアカウントのセッションをすべて終わらせる(name: AccountName)
    }

    package enum Goals: SceneName {
        case アプリは終わらせたセッションの数を表示(name: AccountName, count: Int)
        case アカウントがない場合_アプリはないことを表示(name: AccountName)
    }

    package static let title = "アカウントのセッションを終わらせる"
    package static let invocation = Invocation.command("operate sessions end NAME")
    package static let actors: Set<Actor> = [.operator]
    package static func initial(name: AccountName) -> Step<Self> { .basic(.アプリはアカウントのセッションをすべて終わらせる(name: name)) }

    package static let beginnings: [Step<Self>] = [initial(name: .example)]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはアカウントのセッションをすべて終わらせる(let name)):
            if let count = try await dependencies.administration.endSessions(of: name, at: dependencies.clock.now) {
                .last(.アプリは終わらせたセッションの数を表示(name: name, count: count))
            } else {
                .last(.アカウントがない場合_アプリはないことを表示(name: name))
            }
        }
    }

    package static let english = [
        title: "End the sessions of an account",
        "アプリはアカウントのセッションをすべて終わらせる": "The application ends all sessions of the account",
        "アプリは終わらせたセッションの数を表示": "The application shows how many sessions it has ended",
        "アカウントがない場合_アプリはないことを表示": "If the account does not exist, the application says so",
    ]
}
