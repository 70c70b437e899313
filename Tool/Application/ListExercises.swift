import UsecasesEngine

/// ユースケース【練習問題の一覧を見る】
enum ListExercises: Usecase {
    enum Basics: SceneName {
        case アプリは練習問題の進み具合を調べる
    }

    enum Goals: SceneName {
        case アプリは練習問題の一覧を表示(exercises: [Exercise])
        case 講座がない場合_アプリは理由を示す(refusal: CourseRefusal)
    }

    static let title = "練習問題の一覧を見る"
    static let invocation = Invocation.command("learn list")
    static let actors: Set<Actor> = [.user]
    static let initial = Step<Self>.basic(.アプリは練習問題の進み具合を調べる)
    static let beginnings: [Step<Self>] = [initial]

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは練習問題の進み具合を調べる):
            switch try await dependencies.courseFolder.lessons() {
            case .exercises(let exercises): .last(.アプリは練習問題の一覧を表示(exercises: exercises))
            case .refused(let refusal): .last(.講座がない場合_アプリは理由を示す(refusal: refusal))
            }
        }
    }
}

extension ListExercises {
    static let english = [
        title: "List the exercises",
        "アプリは練習問題の進み具合を調べる": "The application looks up the progress",
        "アプリは練習問題の一覧を表示": "The application lists the exercises",
        "講座がない場合_アプリは理由を示す": "If there is no course, the application says why",
    ]
}
