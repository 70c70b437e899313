import CourseDomain
package import UsecasesEngine

/// ユースケース【本を借りる】
package enum BorrowBook: Usecase {
    package enum Basics: SceneName {
        case アプリは本が貸し出し中でないかを調べる
        case アプリは借りた人を記録する
    }

    package enum Alternatives: SceneName {
        case 貸し出し中の場合_アプリは予約を記録する
    }

    package enum Goals: SceneName {
        case アプリは本を貸し出したことを表示
        case 貸し出し中の場合_アプリは予約したことを表示
    }

    package static let title = "本を借りる"
    package static let invocation = Invocation.command("borrow")
    package static let actors: Set<Actor> = [.user]
    package static let initial = Step<Self>.basic(.アプリは本が貸し出し中でないかを調べる)
    package static let beginnings: [Step<Self>] = [initial]

    private static let borrower = Key<ReaderName>("borrower", example: ("stored", .example))
    private static let waiting = Key<ReaderName>("waiting", example: ("stored", .example))

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは本が貸し出し中でないかを調べる):
            return if try await dependencies.dataStore.get(borrower) == nil {
                .basic(.アプリは借りた人を記録する)
            } else {
                .alternate(.貸し出し中の場合_アプリは予約を記録する)
            }
        case .basic(.アプリは借りた人を記録する):
            try await dependencies.dataStore.save(borrower.with(.example))
            return .last(.アプリは本を貸し出したことを表示)
        case .alternate(.貸し出し中の場合_アプリは予約を記録する):
            try await dependencies.dataStore.save(waiting.with(.example))
            return .last(.貸し出し中の場合_アプリは予約したことを表示)
        }
    }
}

extension BorrowBook {
    package static let english = [
        title: "Borrow a book",
        "アプリは本が貸し出し中でないかを調べる": "The application checks whether the book is on loan",
        "アプリは借りた人を記録する": "The application records who borrows it",
        "貸し出し中の場合_アプリは予約を記録する": "If it is on loan, the application records a reservation",
        "アプリは本を貸し出したことを表示": "The application says that the book is lent",
        "貸し出し中の場合_アプリは予約したことを表示": "If it is on loan, the application says that it is reserved",
    ]
}
