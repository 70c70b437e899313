import CalearningDomain
package import UsecasesEngine

/// ユースケース【GitHubの禅の言葉を読む】
package enum ReadZen: Usecase {
    package enum Basics: SceneName {
        case アプリはGitHubに禅の言葉を尋ねる
    }

    package enum Goals: SceneName {
        case アプリは禅の言葉を表示(zen: String)
        case 利用制限に達している場合_アプリは制限が終わる時刻を表示(until: WrittenTime?, hasToken: Bool? = nil)
    }

    package static let title = "GitHubの禅の言葉を読む"
    package static let invocation = Invocation.command("zen")
    package static let actors: Set<Actor> = [.user]
    package static let initial = Step<Self>.basic(.アプリはGitHubに禅の言葉を尋ねる)
    package static let beginnings: [Step<Self>] = [initial]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはGitHubに禅の言葉を尋ねる):
            switch try await dependencies.gitHub.zen() {
            case .answer(let zen):
                .last(.アプリは禅の言葉を表示(zen: zen))
            case .rateLimited(let until, let hasToken):
                .last(.利用制限に達している場合_アプリは制限が終わる時刻を表示(until: until.map(WrittenTime.init), hasToken: hasToken))
            }
        }
    }

    package static let english = [
        title: "Read a line of GitHub's zen",
        "アプリはGitHubに禅の言葉を尋ねる": "The application asks GitHub for a line of its zen",
        "アプリは禅の言葉を表示": "The application shows the line",
        "利用制限に達している場合_アプリは制限が終わる時刻を表示":
            "If GitHub has been asked too often, the application shows when it may be asked again",
    ]
}
