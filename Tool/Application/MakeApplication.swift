import UsecasesEngine

/// ユースケース【自分のアプリケーションを作る】
enum MakeApplication: Usecase {
    enum Basics: SceneName {
        case アプリは置き場所が空いているかを調べる(order: ApplicationOrder)
    }

    enum Alternatives: SceneName {
        case 空いている場合_アプリはアプリケーションを書く(order: ApplicationOrder)
    }

    enum Goals: SceneName {
        case アプリは作ったアプリケーションを表示(made: MadeApplication)
        case 空いていない場合_アプリは何も書かずに置き場所を表示(directory: String)
    }

    static let title = "自分のアプリケーションを作る"
    static let invocation = Invocation.command("new NAME DIRECTORY")
    static let actors: Set<Actor> = [.user]

    static func initial(order: ApplicationOrder) -> Step<Self> {
        .basic(.アプリは置き場所が空いているかを調べる(order: order))
    }

    static let beginnings: [Step<Self>] = [initial(order: .example)]

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは置き場所が空いているかを調べる(let order)):
            return if try await dependencies.applicationMaker.isFree(order.directory) {
                .alternate(.空いている場合_アプリはアプリケーションを書く(order: order))
            } else {
                .last(.空いていない場合_アプリは何も書かずに置き場所を表示(directory: order.directory))
            }
        case .alternate(.空いている場合_アプリはアプリケーションを書く(let order)):
            return .last(.アプリは作ったアプリケーションを表示(made: try await dependencies.applicationMaker.make(order)))
        }
    }
}

extension MakeApplication {
    static let english = [
        title: "Make your own application",
        "アプリは置き場所が空いているかを調べる": "The application checks whether the place is free",
        "空いている場合_アプリはアプリケーションを書く": "If it is free, the application writes the new application",
        "アプリは作ったアプリケーションを表示": "The application shows what it has made",
        "空いていない場合_アプリは何も書かずに置き場所を表示": "If it is not free, the application writes nothing and shows the place",
    ]
}
