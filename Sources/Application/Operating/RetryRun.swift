import CalearningDomain
package import UsecasesEngine

/// ユースケース【再開できる実行をまた進める】
package enum RetryRun: Usecase {
    package enum Basics: SceneName {
        case アプリは実行をまた進める(key: UUIDv7)
    }

    package enum Alternatives: SceneName {
        case 進められない場合_アプリは実行を探す(key: UUIDv7)
    }

    package enum Goals: SceneName {
        case アプリはまた進むことを表示(key: UUIDv7)
        case 実行が失敗も休みもしていない場合_アプリは何も変えずに実行を表示(run: DurableRun)
        case 実行がない場合_アプリはないことを表示(key: UUIDv7)
    }

    package static let title = "再開できる実行をまた進める"
    package static let invocation = Invocation.command("operate retry-run KEY")
    package static let actors: Set<Actor> = [.operator]
    package static func initial(key: UUIDv7) -> Step<Self> { .basic(.アプリは実行をまた進める(key: key)) }

    package static let beginnings: [Step<Self>] = [initial(key: DurableRun.example.key)]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは実行をまた進める(let key)):
            try await dependencies.durableRuns.retry(key)
                ? .last(.アプリはまた進むことを表示(key: key)) : .alternate(.進められない場合_アプリは実行を探す(key: key))
        case .alternate(.進められない場合_アプリは実行を探す(let key)):
            if let run = try await dependencies.durableRuns.run(key) {
                .last(.実行が失敗も休みもしていない場合_アプリは何も変えずに実行を表示(run: run))
            } else {
                .last(.実行がない場合_アプリはないことを表示(key: key))
            }
        }
    }

    package static let english = [
        title: "Let a durable run go on",
        "アプリは実行をまた進める": "The application lets the run go on",
        "進められない場合_アプリは実行を探す": "If it cannot go on, the application looks for the run",
        "アプリはまた進むことを表示": "The application says that the run goes on",
        "実行が失敗も休みもしていない場合_アプリは何も変えずに実行を表示":
            "If the run has not failed and does not rest, the application changes nothing and shows the run",
        "実行がない場合_アプリはないことを表示": "If the run does not exist, the application says so",
    ]
}
