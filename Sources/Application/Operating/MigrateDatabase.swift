package import CalearningDomain
package import UsecasesEngine

/// ユースケース【データベースを移行する】
package enum MigrateDatabase: Usecase {
    package enum Basics: SceneName {
        /// The use case ends with the version if `onlyShows`.
        case アプリはデータベースの版を調べる(onlyShows: Bool)
        case アプリは足りない表を加える
    }

    package enum Goals: SceneName {
        case アプリは移行の前後の版を表示(migration: SchemaMigration)
        case 移行がいらない場合_アプリは版を表示(version: Int)
        case 調べるだけの場合_アプリは移行の前後の版を表示(migration: SchemaMigration)
    }

    package static let title = "データベースを移行する"
    package static let invocation = Invocation.command("operate migrate")
    package static let actors: Set<Actor> = [.operator]

    package static func initial(onlyShows: Bool) -> Step<Self> {
        .basic(.アプリはデータベースの版を調べる(onlyShows: onlyShows))
    }

    package static let beginnings: [Step<Self>] = [initial(onlyShows: false), initial(onlyShows: true)]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはデータベースの版を調べる(let onlyShows)):
            let pending = try await dependencies.schemaMigrator.pending()
            guard pending.isNeeded else { return .last(.移行がいらない場合_アプリは版を表示(version: pending.from)) }
            return onlyShows ? .last(.調べるだけの場合_アプリは移行の前後の版を表示(migration: pending)) : .basic(.アプリは足りない表を加える)
        case .basic(.アプリは足りない表を加える):
            return .last(.アプリは移行の前後の版を表示(migration: try await dependencies.schemaMigrator.migrate()))
        }
    }

    package static let english = [
        title: "Migrate the database",
        "アプリはデータベースの版を調べる": "The application finds out the version of the database",
        "アプリは足りない表を加える": "The application adds the missing tables",
        "アプリは移行の前後の版を表示": "The application shows the versions before and after the migration",
        "移行がいらない場合_アプリは版を表示": "If no migration is necessary, the application shows the version",
        "調べるだけの場合_アプリは移行の前後の版を表示":
            "If nothing is to be changed, the application shows the versions before and after the migration",
    ]
}
