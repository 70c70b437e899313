import CourseDomain
package import UsecasesEngine

/// ユースケース【司書に尋ねる】
package enum AskLibrarian: Usecase {
    package enum Basics: SceneName {
        case アプリは司書に棚を尋ねる(title: String)
    }

    package enum Goals: SceneName {
        case アプリは棚まで案内(shelf: String)
        case 本がない場合_アプリは取り寄せを勧める
    }

    package static let title = "司書に尋ねる"
    package static let invocation = Invocation.command("ask")
    package static let actors: Set<Actor> = [.user]
    package static let initial = Step<Self>.basic(.アプリは司書に棚を尋ねる(title: "モモ"))
    package static let beginnings: [Step<Self>] = [initial]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは司書に棚を尋ねる(let title)):
            return if let shelf = try await dependencies.librarian.shelf(of: title) {
                .last(.アプリは棚まで案内(shelf: shelf))
            } else {
                .last(.本がない場合_アプリは取り寄せを勧める)
            }
        }
    }
}

extension AskLibrarian {
    package static let english = [
        title: "Ask the librarian",
        "アプリは司書に棚を尋ねる": "The application asks the librarian for the shelf",
        "アプリは棚まで案内": "The application leads the way to the shelf",
        "本がない場合_アプリは取り寄せを勧める": "If there is no such book, the application offers to order it",
    ]
}
