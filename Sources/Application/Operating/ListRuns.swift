package import CalearningDomain
package import UsecasesEngine

/// ユースケース【再開できる実行の一覧を見る】
package enum ListRuns: Usecase {
    package enum Basics: SceneName {
        /// Includes the runs that reached a goal or were cancelled if `withEnded`.
        case アプリは実行を始まりの順に集める(after: UUIDv7?, withEnded: Bool)
    }

    package enum Goals: SceneName {
        case アプリは実行の一覧を表示(page: RunPage)
    }

    package static let title = "再開できる実行の一覧を見る"
    package static let invocation = Invocation.command("operate runs")
    package static let actors: Set<Actor> = [.operator]
    package static func initial(after key: UUIDv7?, withEnded: Bool) -> Step<Self> {
        .basic(.アプリは実行を始まりの順に集める(after: key, withEnded: withEnded))
    }

    package static let beginnings: [Step<Self>] = [initial(after: nil, withEnded: false)]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは実行を始まりの順に集める(let key, let withEnded)):
            let runs = try await dependencies.durableRuns.runs(
                after: key, limit: RunPage.size + 1, withEnded: withEnded)
            return .last(.アプリは実行の一覧を表示(page: RunPage(following: runs)))
        }
    }

    package static let english = [
        title: "List the durable runs",
        "アプリは実行を始まりの順に集める": "The application collects runs in the order of their beginning",
        "アプリは実行の一覧を表示": "The application shows the list of runs",
    ]
}
