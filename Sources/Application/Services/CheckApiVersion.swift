package import CalearningDomain
package import UsecasesEngine

/// ユースケース【MovableType.netのData APIのバージョンを調べる】
package enum CheckApiVersion: Usecase {
    package enum Basics: SceneName {
        case アプリはAPIにバージョンを尋ねる
    }

    package enum Goals: SceneName {
        case 対応しているバージョンの場合_アプリはバージョンを表示(version: Version)
        case 対応していないバージョンの場合_アプリはバージョンを表示(version: Version)
    }

    package static let title = "MovableType.netのData APIのバージョンを調べる"
    package static let invocation = Invocation.command("api-version")
    package static let actors: Set<Actor> = [.user, .application]
    package static let initial = Step<Self>.basic(.アプリはAPIにバージョンを尋ねる)
    package static let beginnings: [Step<Self>] = [initial]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはAPIにバージョンを尋ねる):
            let version = try await dependencies.versionedAPI.version()
            return version.isSupported
                ? .last(.対応しているバージョンの場合_アプリはバージョンを表示(version: version))
                : .last(.対応していないバージョンの場合_アプリはバージョンを表示(version: version))
        }
    }

    package static let english = [
        title: "Check the version of the Data API of MovableType.net",
        "アプリはAPIにバージョンを尋ねる": "The application asks the API for its version",
        "対応しているバージョンの場合_アプリはバージョンを表示": "If the version is supported, the application shows it",
        "対応していないバージョンの場合_アプリはバージョンを表示": "If the version is not supported, the application shows it",
    ]
}
