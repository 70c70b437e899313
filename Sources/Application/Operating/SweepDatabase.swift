package import CalearningDomain
package import UsecasesEngine

/// ユースケース【古い記録を掃除する】
package enum SweepDatabase: Usecase {
    package enum Basics: SceneName {
        /// Devices are kept for `keepingDevices` days, or forever if it is `nil`.
        case アプリは古い記録を取り除く(keepingDevices: Int?)
    }

    package enum Goals: SceneName {
        case アプリは取り除いた数を表示(rows: SweptRows)
    }

    package static let title = "古い記録を掃除する"
    package static let invocation = Invocation.command("operate sweep")
    package static let actors: Set<Actor> = [.operator]

    package static func initial(keepingDevices days: Int?) -> Step<Self> {
        .basic(.アプリは古い記録を取り除く(keepingDevices: days))
    }

    package static let beginnings: [Step<Self>] = [initial(keepingDevices: nil), initial(keepingDevices: 400)]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは古い記録を取り除く(let days)):
            let now = dependencies.clock.now
            return .last(
                .アプリは取り除いた数を表示(rows: try await dependencies.administration.sweep(at: now, keepingDevices: days)))
        }
    }

    package static let english = [
        title: "Remove obsolete records",
        "アプリは古い記録を取り除く": "The application removes obsolete records",
        "アプリは取り除いた数を表示": "The application shows how many it has removed",
    ]
}
