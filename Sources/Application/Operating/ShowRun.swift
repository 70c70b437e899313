import CalearningDomain
package import UsecasesEngine

/// ユースケース【再開できる実行を調べる】
package enum ShowRun: Usecase {
    package enum Basics: SceneName {
        case アプリは実行を探す(key: UUIDv7)
    }

    package enum Goals: SceneName {
        case アプリは実行を表示(run: DurableRun)
        case 実行がない場合_アプリはないことを表示(key: UUIDv7)
    }

    package static let title = "再開できる実行を調べる"
    package static let invocation = Invocation.command("operate run KEY")
    package static let actors: Set<Actor> = [.operator]
    package static func initial(key: UUIDv7) -> Step<Self> { .basic(.アプリは実行を探す(key: key)) }

    package static let beginnings: [Step<Self>] = [initial(key: DurableRun.example.key)]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは実行を探す(let key)):
            if let run = try await dependencies.durableRuns.run(key) {
                .last(.アプリは実行を表示(run: run))
            } else {
                .last(.実行がない場合_アプリはないことを表示(key: key))
            }
        }
    }

    package static let english = [
        title: "Look at a durable run",
        "アプリは実行を探す": "The application looks for the run",
        "アプリは実行を表示": "The application shows the run",
        "実行がない場合_アプリはないことを表示": "If the run does not exist, the application says so",
    ]
}
