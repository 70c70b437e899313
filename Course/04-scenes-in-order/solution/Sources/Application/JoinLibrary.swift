package import CourseDomain
package import UsecasesEngine

/// ユースケース【利用者になる】
package enum JoinLibrary: Usecase {
    package enum Basics: SceneName {
        case アプリは利用者がまだいないかを調べる(reader: ReaderName)
        case アプリは利用者を保存する(reader: ReaderName)
    }

    package enum Goals: SceneName {
        case アプリは利用者になったことを表示(reader: ReaderName)
        case すでに利用者がいる場合_アプリは断る
    }

    package static let title = "利用者になる"
    package static let invocation = Invocation.command("join")
    package static let actors: Set<Actor> = [.user]

    package static func initial(reader: ReaderName) -> Step<Self> {
        .basic(.アプリは利用者がまだいないかを調べる(reader: reader))
    }

    package static let beginnings: [Step<Self>] = [initial(reader: .example)]

    private static let member = Key<ReaderName>("member", example: ("stored", .example))

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは利用者がまだいないかを調べる(let reader)):
            return if try await dependencies.dataStore.get(member) == nil {
                .basic(.アプリは利用者を保存する(reader: reader))
            } else {
                .last(.すでに利用者がいる場合_アプリは断る)
            }
        case .basic(.アプリは利用者を保存する(let reader)):
            try await dependencies.dataStore.save(member.with(reader))
            return .last(.アプリは利用者になったことを表示(reader: reader))
        }
    }
}

extension JoinLibrary {
    package static let english = [
        title: "Join the library",
        "アプリは利用者がまだいないかを調べる": "The application checks that there is no reader yet",
        "アプリは利用者を保存する": "The application saves the reader",
        "アプリは利用者になったことを表示": "The application welcomes the reader",
        "すでに利用者がいる場合_アプリは断る": "If there is a reader already, the application refuses",
    ]
}
