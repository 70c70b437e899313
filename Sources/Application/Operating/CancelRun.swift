import CalearningDomain
package import UsecasesEngine

/// ユースケース【再開できる実行をやめさせる】
package enum CancelRun: Usecase {
    package enum Basics: SceneName {
        case アプリは実行をやめさせる(key: UUIDv7)
    }

    package enum Alternatives: SceneName {
        case やめさせられない場合_アプリは実行を探す(key: UUIDv7)
    }

    package enum Goals: SceneName {
        case アプリはやめさせたことを表示(key: UUIDv7)
        case 実行がもう終わっている場合_アプリは何も変えずに実行を表示(run: DurableRun)
        case 実行がない場合_アプリはないことを表示(key: UUIDv7)
    }

    package static let title = "再開できる実行をやめさせる"
    package static let invocation = Invocation.command("operate cancel-run KEY")
    package static let actors: Set<Actor> = [.operator]
    package static func initial(key: UUIDv7) -> Step<Self> { .basic(.アプリは実行をやめさせる(key: key)) }

    package static let beginnings: [Step<Self>] = [initial(key: DurableRun.example.key)]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは実行をやめさせる(let key)):
            try await dependencies.durableRuns.cancel(key)
                ? .last(.アプリはやめさせたことを表示(key: key)) : .alternate(.やめさせられない場合_アプリは実行を探す(key: key))
        case .alternate(.やめさせられない場合_アプリは実行を探す(let key)):
            if let run = try await dependencies.durableRuns.run(key) {
                .last(.実行がもう終わっている場合_アプリは何も変えずに実行を表示(run: run))
            } else {
                .last(.実行がない場合_アプリはないことを表示(key: key))
            }
        }
    }

    package static let english = [
        title: "Cancel a durable run",
        "アプリは実行をやめさせる": "The application cancels the run",
        "やめさせられない場合_アプリは実行を探す": "If it cannot be cancelled, the application looks for the run",
        "アプリはやめさせたことを表示": "The application says that the run was cancelled",
        "実行がもう終わっている場合_アプリは何も変えずに実行を表示":
            "If the run has ended already, the application changes nothing and shows the run",
        "実行がない場合_アプリはないことを表示": "If the run does not exist, the application says so",
    ]
}
