package import StarterDomain
package import UsecasesEngine

/// ユースケース【サービスの稼働状況を調べる】
package enum CheckStatus: Usecase {
    package enum Basics: SceneName {
        case アプリはサービスに稼働状況を尋ねる
    }

    package enum Goals: SceneName {
        case すべて稼働している場合_アプリは稼働状況を表示(status: ServiceStatus)
        case 障害がある場合_アプリは稼働状況を表示(status: ServiceStatus)

        package var status: ServiceStatus {
            switch self {
            case .すべて稼働している場合_アプリは稼働状況を表示(let status),
                .障害がある場合_アプリは稼働状況を表示(let status):
                status
            }
        }
    }

    package static let title = "サービスの稼働状況を調べる"
    package static let invocation = Invocation.command("status")
    package static let actors: Set<Actor> = [.user]
    package static let initial = Step<Self>.basic(.アプリはサービスに稼働状況を尋ねる)
    package static let beginnings: [Step<Self>] = [initial]

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

extension CheckStatus {
    package static let english = [
        title: "Check the status of the service",
        "アプリはサービスに稼働状況を尋ねる": "The application asks the service for its status",
        "すべて稼働している場合_アプリは稼働状況を表示": "If all of it is in operation, the application shows its status",
        "障害がある場合_アプリは稼働状況を表示": "If there are problems, the application shows its status",
    ]
}
