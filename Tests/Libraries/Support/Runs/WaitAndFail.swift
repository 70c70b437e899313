package import UsecasesEngine

/// A use case that waits in its first scene and fails in its second.
package enum WaitAndFail: Usecase {
    package enum Basics: SceneName {
        case アプリは三秒待つ
        case アプリは失敗する
    }

    package enum Goals: SceneName {
        case アプリは終わる
    }

    package static let title = "待って失敗する"
    package static let invocation = Invocation.command("wait SECONDS")
    package static let actors: Set<Actor> = [.application]
    package static let initial = Step<Self>.basic(.アプリは三秒待つ)
    package static let error = ErrorWrapper.service(error: .client(.networkUnreachable))

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは三秒待つ):
            try await dependencies.clock.sleep(for: .seconds(3))
            return .basic(.アプリは失敗する)
        case .basic(.アプリは失敗する):
            throw error
        }
    }
}
