package import CalearningDomain
package import UsecasesEngine

/// ユースケース【チュートリアルを完了する】
package enum CompleteTutorial: Usecase {
    package enum Basics: SceneName {
        case アプリはチュートリアル完了の記録を保存する
    }

    package enum Goals: SceneName {
        case アプリはログイン画面を表示
    }

    package static let title = "チュートリアルを完了する"
    package static let invocation = Invocation.command("tutorial --complete")
    package static let actors: Set<Actor> = [.user]
    package static let initial = Step<Self>.basic(.アプリはチュートリアル完了の記録を保存する)
    package static let beginnings: [Step<Self>] = [initial]

    package static func next(
        after scene: Step<Self>, with application: Application
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはチュートリアル完了の記録を保存する):
            try await application.completeTutorial()
            return .last(.アプリはログイン画面を表示)
        }
    }

    package static let english = [
        title: "Complete the tutorial",
        "アプリはチュートリアル完了の記録を保存する": "The application records that the tutorial was completed",
        "アプリはログイン画面を表示": "The application shows the login screen",
    ]
}
