package import CalearningDomain
package import UsecasesEngine

/// ユースケース【アプリを初期状態に戻す】
package enum Reset: Usecase {
    package enum Basics: SceneName {
        case アプリは端末に覚えたことをすべて消す
    }

    package enum Goals: SceneName {
        case アプリは初期状態に戻ったことを表示
    }

    package static let title = "アプリを初期状態に戻す"
    package static let invocation = Invocation.command("reset")
    package static let actors: Set<Actor> = [.user]
    package static let initial = Step<Self>.basic(.アプリは端末に覚えたことをすべて消す)
    package static let beginnings: [Step<Self>] = [initial]

    package static func next(
        after scene: Step<Self>, with application: Application
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは端末に覚えたことをすべて消す):
            try await application.reset()
            return .last(.アプリは初期状態に戻ったことを表示)
        }
    }

    package static let english = [
        title: "Reset the application",
        "アプリは端末に覚えたことをすべて消す": "The application forgets everything that it remembers on this device",
        "アプリは初期状態に戻ったことを表示": "The application shows that it is as it was at first",
    ]
}
