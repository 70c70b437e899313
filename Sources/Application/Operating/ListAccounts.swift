package import CalearningDomain
package import UsecasesEngine

/// ユースケース【アカウントの一覧を見る】
package enum ListAccounts: Usecase {
    package enum Basics: SceneName {
        case アプリはアカウントを名前の順に集める(after: AccountName?)
    }

    package enum Goals: SceneName {
        case アプリはアカウントの一覧を表示(page: AccountPage)
    }

    package static let title = "アカウントの一覧を見る"
    package static let invocation = Invocation.command("operate accounts")
    package static let actors: Set<Actor> = [.operator]
    package static func initial(after name: AccountName?) -> Step<Self> {
        .basic(.アプリはアカウントを名前の順に集める(after: name))
    }

    package static let beginnings: [Step<Self>] = [initial(after: nil)]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはアカウントを名前の順に集める(let name)):
            let now = dependencies.clock.now
            return .last(
                .アプリはアカウントの一覧を表示(page: try await dependencies.administration.accounts(after: name, at: now)))
        }
    }

    package static let english = [
        title: "List the accounts",
        "アプリはアカウントを名前の順に集める": "The application collects accounts in the order of their names",
        "アプリはアカウントの一覧を表示": "The application shows the list of accounts",
    ]
}
