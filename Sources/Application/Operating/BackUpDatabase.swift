package import CalearningDomain
package import UsecasesEngine

/// ユースケース【データベースをバックアップする】
package enum BackUpDatabase: Usecase {
    package enum Basics: SceneName {
        case アプリはデータベースをバックアップする(file: String)
    }

    package enum Goals: SceneName {
        case アプリはバックアップの内容を表示(backup: DatabaseBackup)
        case 書き込み先が空いていない場合_アプリは何も書かずに書き込み先を表示(file: String)
    }

    package static let title = "データベースをバックアップする"
    package static let invocation = Invocation.command("operate backup FILE")
    package static let actors: Set<Actor> = [.operator]

    package static func initial(file: String) -> Step<Self> {
        .basic(.アプリはデータベースをバックアップする(file: file))
    }

    package static let beginnings: [Step<Self>] = [initial(file: "/backup/devices.sqlite")]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはデータベースをバックアップする(let file)):
            switch try await dependencies.backupMaker.backUp(to: file) {
            case .made(let backup): .last(.アプリはバックアップの内容を表示(backup: backup))
            case .occupied: .last(.書き込み先が空いていない場合_アプリは何も書かずに書き込み先を表示(file: file))
            }
        }
    }

    package static let english = [
        title: "Back up the database",
        "アプリはデータベースをバックアップする": "The application writes a backup of the database, and checks it",
        "アプリはバックアップの内容を表示": "The application shows the content of the backup",
        "書き込み先が空いていない場合_アプリは何も書かずに書き込み先を表示":
            "If the destination is not free, the application writes nothing and shows the destination",
    ]
}
