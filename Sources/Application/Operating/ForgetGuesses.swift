package import CalearningDomain
package import UsecasesEngine

/// ユースケース【間違いの記録を消す】
package enum ForgetGuesses: Usecase {
    package enum Basics: SceneName {
        case アプリは名前に数えた間違いを消す(name: AccountName)
    }

    package enum Goals: SceneName {
        case アプリは消した間違いの数を表示(name: AccountName, count: Int)
    }

    package static let title = "間違いの記録を消す"
    package static let invocation = Invocation.command("operate guesses clear NAME")
    package static let actors: Set<Actor> = [.operator]
    package static func initial(name: AccountName) -> Step<Self> { .basic(.アプリは名前に数えた間違いを消す(name: name)) }

    package static let beginnings: [Step<Self>] = [initial(name: .example)]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは名前に数えた間違いを消す(let name)):
            .last(.アプリは消した間違いの数を表示(name: name, count: try await dependencies.administration.forgetGuesses(of: name)))
        }
    }

    package static let english = [
        title: "Forget the failures for a name",
        "アプリは名前に数えた間違いを消す": "The application deletes the failures that were counted for the name",
        "アプリは消した間違いの数を表示": "The application shows how many failures it has deleted",
    ]
}
