package import CalearningDomain
package import UsecasesEngine

/// ユースケース【アカウントを取り除く】
package enum DiscardAccount: Usecase {
    package enum Basics: SceneName {
        case アプリはアカウントに属するものをすべて消す(name: AccountName)
    }

    package enum Goals: SceneName {
        case アプリは消したアカウントを表示(account: Account)
        case アカウントがない場合_アプリはないことを表示(name: AccountName)
    }

    package static let title = "アカウントを取り除く"
    package static let invocation = Invocation.command("operate delete NAME")
    package static let actors: Set<Actor> = [.operator]
    package static func initial(name: AccountName) -> Step<Self> { .basic(.アプリはアカウントに属するものをすべて消す(name: name)) }

    package static let beginnings: [Step<Self>] = [initial(name: .example)]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはアカウントに属するものをすべて消す(let name)):
            if let account = try await dependencies.administration.delete(name) {
                .last(.アプリは消したアカウントを表示(account: account))
            } else {
                .last(.アカウントがない場合_アプリはないことを表示(name: name))
            }
        }
    }

    package static let english = [
        title: "Delete an account as its operator",
        "アプリはアカウントに属するものをすべて消す": "The application deletes the account and everything that belongs to it",
        "アプリは消したアカウントを表示": "The application shows the deleted account",
        "アカウントがない場合_アプリはないことを表示": "If the account does not exist, the application says so",
    ]
}
