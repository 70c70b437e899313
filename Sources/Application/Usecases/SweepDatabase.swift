package import CalearningDomain
package import Usecases

/// ユースケース【古い記録を掃除する】
package enum SweepDatabase: Usecase {
    package enum Basics: SceneName {
        case アプリは終わったセッションと古い間違いを取り除く
    }

    package enum Goals: SceneName {
        case アプリは取り除いた数を表示(rows: SweptRows)
    }

    package static let title = "古い記録を掃除する"
    package static let invocation = Invocation.command("operate sweep")
    package static let actors: Set<Actor> = [.operator]
    package static let initial = Step<Self>.basic(.アプリは終わったセッションと古い間違いを取り除く)

    package static let beginnings: [Step<Self>] = [initial]

    package static func next(
        after scene: Step<Self>, with administrator: Administrator
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは終わったセッションと古い間違いを取り除く):
            .last(.アプリは取り除いた数を表示(rows: try await administrator.sweep()))
        }
    }
}

extension SweepDatabase {
    package static let english = [
        title: "Remove obsolete records",
        "アプリは終わったセッションと古い間違いを取り除く": "The application removes ended sessions and old failures",
        "アプリは取り除いた数を表示": "The application shows how many it has removed",
    ]
}
