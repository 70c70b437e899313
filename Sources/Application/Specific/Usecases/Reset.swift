package import Domain

/// ユースケース【アプリを初期状態に戻す】
package enum Reset: Usecase {
    package enum Basics: SceneName {
        case アプリはUDIDとチュートリアル完了の記録を消す
    }

    package enum Goals: SceneName {
        case アプリは初期状態に戻ったことを表示
    }

    package static let title = "アプリを初期状態に戻す"
    package static let actors: Set<Actor> = [.user]
    package static let initial = Step<Self>.basic(.アプリはUDIDとチュートリアル完了の記録を消す)

    package static func next(
        after scene: Step<Self>, with application: Application
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはUDIDとチュートリアル完了の記録を消す):
            try await application.reset()
            return .last(.アプリは初期状態に戻ったことを表示)
        }
    }
}

extension Reset {
    package static let english = [
        title: "Reset the application",
        "アプリはUDIDとチュートリアル完了の記録を消す": "The application forgets the UDID and the record of the tutorial",
        "アプリは初期状態に戻ったことを表示": "The application shows that it is as it was at first",
    ]
}
