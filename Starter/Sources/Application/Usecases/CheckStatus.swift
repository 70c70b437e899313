package import StarterDomain
package import UsecasesEngine

/// Use case: Check the status of the service
package enum CheckStatus: Usecase {
    package enum Basics: SceneName {
        case `The application asks the service for its status`
    }

    package enum Goals: SceneName {
        case `If all of it is in operation, the application shows its status`(status: ServiceStatus)
        case `If there are problems, the application shows its status`(status: ServiceStatus)

        package var status: ServiceStatus {
            switch self {
            case .`If all of it is in operation, the application shows its status`(let status),
                .`If there are problems, the application shows its status`(let status):
                status
            }
        }
    }

    package static let title = "Check the status of the service"
    package static let invocation = Invocation.command("status")
    package static let actors: Set<Actor> = [.user]
    package static let initial = Step<Self>.basic(.`The application asks the service for its status`)
    package static let beginnings: [Step<Self>] = [initial]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.`The application asks the service for its status`):
            let status = try await dependencies.statusPage.status()
            return status.isOperational
                ? .last(.`If all of it is in operation, the application shows its status`(status: status))
                : .last(.`If there are problems, the application shows its status`(status: status))
        }
    }
}
