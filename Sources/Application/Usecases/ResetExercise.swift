package import CalearningDomain
package import Usecases

/// ユースケース【練習問題を元に戻す】
package enum ResetExercise: Usecase {
    package enum Basics: SceneName {
        case アプリはどの練習問題かを調べる(number: Int?)
        case アプリは練習問題のファイルを元に戻す(exercise: Exercise)
    }

    package enum Goals: SceneName {
        case アプリは元に戻したことと写しの場所を示す(exercise: Exercise, copies: String?)
        case 練習問題がない場合_アプリはないことを示す(number: Int, last: Int)
        case 講座のフォルダがない場合_アプリは始め方を示す(directory: String)
        case 教材がない場合_アプリは教材を探した場所を示す(place: String)
    }

    package static let title = "練習問題を元に戻す"
    package static let invocation = Invocation.command("learn reset N")
    package static let actors: Set<Actor> = [.user]

    /// Returns the first scene. Without a number, it uses the first exercise that is not passed.
    package static func initial(number: Int?) -> Step<Self> {
        .basic(.アプリはどの練習問題かを調べる(number: number))
    }

    package static let beginnings: [Step<Self>] = [initial(number: 1), initial(number: 99)]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはどの練習問題かを調べる(let number)):
            switch try await dependencies.courseFolder.lessons() {
            case .exercises(let exercises, _):
                return if let exercise = exercises.chosen(number) {
                    .basic(.アプリは練習問題のファイルを元に戻す(exercise: exercise))
                } else {
                    .last(.練習問題がない場合_アプリはないことを示す(number: number ?? 0, last: exercises.count))
                }
            case .noFolder(let directory):
                return .last(.講座のフォルダがない場合_アプリは始め方を示す(directory: directory))
            case .noMaterial(let place):
                return .last(.教材がない場合_アプリは教材を探した場所を示す(place: place))
            }
        case .basic(.アプリは練習問題のファイルを元に戻す(let exercise)):
            let copies = try await dependencies.courseFolder.restore(exercise)
            return .last(.アプリは元に戻したことと写しの場所を示す(exercise: exercise, copies: copies))
        }
    }
}

extension ResetExercise {
    package static let english = [
        title: "Reset an exercise",
        "アプリはどの練習問題かを調べる": "The application looks up which exercise it is",
        "アプリは練習問題のファイルを元に戻す": "The application makes the files of the exercise what they were at first",
        "アプリは元に戻したことと写しの場所を示す":
            "The application says that this is done, and where the copies of changed files are",
        "練習問題がない場合_アプリはないことを示す": "If there is no such exercise, the application says so",
        "講座のフォルダがない場合_アプリは始め方を示す":
            "If there is no folder of the course, the application says how to start",
        "教材がない場合_アプリは教材を探した場所を示す":
            "If the material is missing, the application says where it looked for it",
    ]
}
