import CourseDomain
package import UsecasesEngine

/// ユースケース【本を探す】
package enum FindBook: Usecase {
    package enum Basics: SceneName {
        case アプリは本の棚を目録で調べる
    }

    package enum Goals: SceneName {
        case アプリは棚を表示(shelf: String)
        case 目録にない場合_アプリはないことを表示
        case 目録が壊れている場合_アプリは司書に尋ねるよう勧める
    }

    package static let title = "本を探す"
    package static let invocation = Invocation.command("find")
    package static let actors: Set<Actor> = [.user]
    package static let initial = Step<Self>.basic(.アプリは本の棚を目録で調べる)
    package static let beginnings: [Step<Self>] = [initial]

    private static let shelf = Key<String>("shelf", example: ("stored", "A-1"))

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは本の棚を目録で調べる):
            do throws(ErrorWrapper) {
                return if let shelf = try await dependencies.dataStore.get(shelf) {
                    .last(.アプリは棚を表示(shelf: shelf))
                } else {
                    .last(.目録にない場合_アプリはないことを表示)
                }
            } catch .system(.dataStore(.damaged), _, _) {
                return .last(.目録が壊れている場合_アプリは司書に尋ねるよう勧める)
            }
        }
    }
}

extension FindBook {
    package static let english = [
        title: "Find a book",
        "アプリは本の棚を目録で調べる": "The application looks the book up in the catalogue",
        "アプリは棚を表示": "The application shows the shelf",
        "目録にない場合_アプリはないことを表示": "If it is not in the catalogue, the application says so",
        "目録が壊れている場合_アプリは司書に尋ねるよう勧める":
            "If the catalogue is damaged, the application advises to ask the librarian",
    ]
}
