import CourseDomain
package import UsecasesEngine

/// ユースケース【本を返す】
package enum ReturnBook: Usecase {
    package enum Basics: SceneName {
        case アプリは借りた人がいるかを調べる
        case アプリは借りた人の記録を消す
        case アプリは延滞の記録がないかを調べる
    }

    package enum Goals: SceneName {
        case アプリは返却を受け付けたことを表示
        case 延滞していた場合_アプリは次から気をつけるよう頼む
        case 借りた人がいない場合_アプリは貸し出していないことを表示
    }

    package static let title = "本を返す"
    package static let invocation = Invocation.command("return")
    package static let actors: Set<Actor> = [.user]
    package static let initial = Step<Self>.basic(.アプリは借りた人がいるかを調べる)
    package static let beginnings: [Step<Self>] = [initial]

    private static let loan = Key<ReaderName>("loan", example: ("stored", .example))
    private static let isOverdue = Key<Bool>(
        "isOverdue", example: ("overdue", true), ("on-time", false))

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは借りた人がいるかを調べる):
            return if try await dependencies.dataStore.get(loan) == nil {
                .last(.借りた人がいない場合_アプリは貸し出していないことを表示)
            } else {
                .basic(.アプリは借りた人の記録を消す)
            }
        case .basic(.アプリは借りた人の記録を消す):
            try await dependencies.dataStore.delete(loan)
            return .basic(.アプリは延滞の記録がないかを調べる)
        case .basic(.アプリは延滞の記録がないかを調べる):
            return .last(.アプリは返却を受け付けたことを表示)
        }
    }
}

extension ReturnBook {
    package static let english = [
        title: "Return a book",
        "アプリは借りた人がいるかを調べる": "The application checks whether anybody has the book",
        "アプリは借りた人の記録を消す": "The application removes the record of who has it",
        "アプリは延滞の記録がないかを調べる": "The application checks whether it was overdue",
        "アプリは返却を受け付けたことを表示": "The application says that the book is returned",
        "延滞していた場合_アプリは次から気をつけるよう頼む": "If it was overdue, the application asks for a return on time from now on",
        "借りた人がいない場合_アプリは貸し出していないことを表示": "If nobody has it, the application says that it is not on loan",
    ]
}
