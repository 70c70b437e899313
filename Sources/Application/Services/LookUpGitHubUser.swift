package import CalearningDomain
package import UsecasesEngine

/// ユースケース【GitHubユーザを調べる】
package enum LookUpGitHubUser: Usecase {
    package enum Basics: SceneName {
        case アプリはGitHubにユーザを尋ねる(login: GitHubLogin)
    }

    package enum Goals: SceneName {
        case アプリはユーザを表示(user: GitHubUser)
        case ユーザがいない場合_アプリはいないことを表示
        case 利用制限に達している場合_アプリは制限が終わる時刻を表示(until: WrittenTime?, hasToken: Bool? = nil)
    }

    package static let title = "GitHubユーザを調べる"
    package static let invocation = Invocation.command("user LOGIN")
    package static let actors: Set<Actor> = [.user]

    package static func initial(login: GitHubLogin) -> Step<Self> {
        .basic(.アプリはGitHubにユーザを尋ねる(login: login))
    }

    package static let beginnings: [Step<Self>] = [initial(login: .example)]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはGitHubにユーザを尋ねる(let login)):
            switch try await dependencies.gitHub.user(login) {
            case .answer(let user?):
                .last(.アプリはユーザを表示(user: user))
            case .answer(nil):
                .last(.ユーザがいない場合_アプリはいないことを表示)
            case .rateLimited(let until, let hasToken):
                .last(.利用制限に達している場合_アプリは制限が終わる時刻を表示(until: until.map(WrittenTime.init), hasToken: hasToken))
            }
        }
    }

    package static let english = [
        title: "Look up a GitHub user",
        "アプリはGitHubにユーザを尋ねる": "The application asks GitHub for the user",
        "アプリはユーザを表示": "The application shows the user",
        "ユーザがいない場合_アプリはいないことを表示": "If there is no such user, the application says so",
        "利用制限に達している場合_アプリは制限が終わる時刻を表示":
            "If GitHub has been asked too often, the application shows when it may be asked again",
    ]
}
