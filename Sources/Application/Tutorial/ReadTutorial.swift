package import CalearningDomain
package import UsecasesEngine

/// ユースケース【チュートリアルを読む】
package enum ReadTutorial: Usecase {
    package enum Basics: SceneName {
        case アプリは最後に開いたページの記録がないかを調べる
        case アプリは開いたページを記録する(page: TutorialPage)
    }

    package enum Goals: SceneName {
        case ページの記録がある場合_アプリはそのページを表示(page: TutorialPage)
        case ページの記録がない場合_アプリは最初のページを表示
        case アプリは開いたページを表示(page: TutorialPage)
    }

    package static let title = "チュートリアルを読む"
    package static let invocation = Invocation.command("tutorial")
    package static let actors: Set<Actor> = [.user, .application]
    package static let initial = Step<Self>.basic(.アプリは最後に開いたページの記録がないかを調べる)

    /// Returns the first scene. It opens the page independently of the previous one.
    package static func initial(page: TutorialPage) -> Step<Self> { .basic(.アプリは開いたページを記録する(page: page)) }

    package static let beginnings: [Step<Self>] = [initial, initial(page: .alternative)]

    package static func next(
        after scene: Step<Self>, with application: Application
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは最後に開いたページの記録がないかを調べる):
            return if let page = try await application.tutorialPage {
                .last(.ページの記録がある場合_アプリはそのページを表示(page: page))
            } else {
                .last(.ページの記録がない場合_アプリは最初のページを表示)
            }
        case .basic(.アプリは開いたページを記録する(let page)):
            try await application.open(page)
            return .last(.アプリは開いたページを表示(page: page))
        }
    }

    package static let english = [
        title: "Read the tutorial",
        "アプリは最後に開いたページの記録がないかを調べる": "The application checks whether it is recorded which page was opened last",
        "アプリは開いたページを記録する": "The application records the page that is opened",
        "ページの記録がある場合_アプリはそのページを表示": "If a page is recorded, the application shows that page",
        "ページの記録がない場合_アプリは最初のページを表示": "If no page is recorded, the application shows the first page",
        "アプリは開いたページを表示": "The application shows the page that was opened",
    ]
}
