package import UsecasesEngine

/// ユースケース【図書館を開ける】
package enum OpenLibrary: Usecase {
    package enum Basics: SceneName {
        case アプリは開館の記録がないかを調べる
    }

    package enum Alternatives: SceneName {
        case まだ開いていない場合_アプリは開館を記録する
    }

    package enum Goals: SceneName {
        case アプリは開館したことを表示
        case すでに開いている場合_アプリは開いていることを表示
    }

    package static let title = "図書館を開ける"
    package static let invocation = Invocation.command("open")
    package static let actors: Set<Actor> = [.user]
    package static let initial = Step<Self>.basic(.アプリは開館の記録がないかを調べる)
    package static let beginnings: [Step<Self>] = [initial]

    private static let isOpen = Key<Bool>(
        "libraryIsOpen", example: ("open", true), ("closed", false))

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは開館の記録がないかを調べる):
            return if try await dependencies.dataStore.get(isOpen) == true {
                .last(.すでに開いている場合_アプリは開いていることを表示)
            } else {
                .alternate(.まだ開いていない場合_アプリは開館を記録する)
            }
        case .alternate(.まだ開いていない場合_アプリは開館を記録する):
            try await dependencies.dataStore.save(isOpen.with(true))
            return .last(.アプリは開館したことを表示)
        }
    }
}

extension OpenLibrary {
    package static let english = [
        title: "Open the library",
        "アプリは開館の記録がないかを調べる": "The application checks whether the library is open",
        "まだ開いていない場合_アプリは開館を記録する": "If it is not open yet, the application records that it is",
        "アプリは開館したことを表示": "The application says that the library is open now",
        "すでに開いている場合_アプリは開いていることを表示": "If it is open already, the application says so",
    ]
}
