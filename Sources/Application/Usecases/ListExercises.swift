package import CalearningDomain
package import Usecases

/// ユースケース【練習問題の一覧を見る】
package enum ListExercises: Usecase {
    package enum Basics: SceneName {
        case アプリは練習問題の進み具合を調べる
    }

    package enum Goals: SceneName {
        case アプリは練習問題の一覧を表示(exercises: [Exercise])
        case 講座のフォルダがない場合_アプリは始め方を示す(directory: String)
        case 教材がない場合_アプリは教材を探した場所を示す(place: String)
    }

    package static let title = "練習問題の一覧を見る"
    package static let invocation = Invocation.command("learn list")
    package static let actors: Set<Actor> = [.user]
    package static let initial = Step<Self>.basic(.アプリは練習問題の進み具合を調べる)
    package static let beginnings: [Step<Self>] = [initial]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは練習問題の進み具合を調べる):
            switch try await dependencies.courseFolder.lessons() {
            case .exercises(let exercises, _): .last(.アプリは練習問題の一覧を表示(exercises: exercises))
            case .noFolder(let directory): .last(.講座のフォルダがない場合_アプリは始め方を示す(directory: directory))
            case .noMaterial(let place): .last(.教材がない場合_アプリは教材を探した場所を示す(place: place))
            }
        }
    }
}

extension ListExercises {
    package static let english = [
        title: "List the exercises",
        "アプリは練習問題の進み具合を調べる": "The application looks up the progress",
        "アプリは練習問題の一覧を表示": "The application lists the exercises",
        "講座のフォルダがない場合_アプリは始め方を示す":
            "If there is no folder of the course, the application says how to start",
        "教材がない場合_アプリは教材を探した場所を示す":
            "If the material is missing, the application says where it looked for it",
    ]
}
