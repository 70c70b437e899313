import UsecasesEngine

/// ユースケース【書き換えを待つ】
enum AwaitChange: Usecase {
    enum Basics: SceneName {
        case アプリはファイルが書き換えられるのを待つ
    }

    enum Goals: SceneName {
        case アプリは書き換えられたことを知る
    }

    static let title = "書き換えを待つ"
    static let invocation = Invocation.command("learn check --watch")
    static let actors: Set<Actor> = [.user]
    static let initial = Step<Self>.basic(.アプリはファイルが書き換えられるのを待つ)
    static let beginnings: [Step<Self>] = [initial]

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはファイルが書き換えられるのを待つ):
            try await dependencies.courseChecker.waitForChange()
            return .last(.アプリは書き換えられたことを知る)
        }
    }
}

extension AwaitChange {
    static let english = [
        title: "Wait for a change",
        "アプリはファイルが書き換えられるのを待つ": "The application waits until a file is changed",
        "アプリは書き換えられたことを知る": "The application knows that a file was changed",
    ]
}
