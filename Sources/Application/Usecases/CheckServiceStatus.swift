package import Domain

/// ユースケース【サービスの稼働状況を調べる】
package enum CheckServiceStatus: Usecase {
    package enum Basics: SceneName {
        case アプリはサービスに稼働状況を尋ねる
    }

    package enum Goals: SceneName {
        case すべて稼働している場合_アプリは稼働状況を表示(status: ServiceStatus)
        case 障害がある場合_アプリは稼働状況を表示(status: ServiceStatus)
    }

    package static let title = "サービスの稼働状況を調べる"
    package static let actors: Set<Actor> = [.user, .application]
    package static let initial = Step<Self>.basic(.アプリはサービスに稼働状況を尋ねる)

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはサービスに稼働状況を尋ねる):
            let status = try await dependencies.statusPage.status()
            return status.isOperational
                ? .last(.すべて稼働している場合_アプリは稼働状況を表示(status: status))
                : .last(.障害がある場合_アプリは稼働状況を表示(status: status))
        }
    }
}
