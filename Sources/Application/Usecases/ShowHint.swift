package import CalearningDomain
package import Usecases

/// ユースケース【ヒントを見る】
package enum ShowHint: Usecase {
    package enum Basics: SceneName {
        case アプリはどの練習問題かを調べる(number: Int?)
        case アプリはヒントを選ぶ(exercise: Exercise)
    }

    package enum Goals: SceneName {
        case アプリはヒントを表示(exercise: Exercise, hint: Hint)
        case 練習問題がない場合_アプリはないことを示す(number: Int, last: Int)
        case 講座のフォルダがない場合_アプリは始め方を示す(directory: String)
        case 教材がない場合_アプリは教材を探した場所を示す(place: String)
    }

    package static let title = "ヒントを見る"
    package static let invocation = Invocation.command("learn hint")
    package static let actors: Set<Actor> = [.user]

    /// Returns the first scene. Without a number, it uses the first exercise that is not passed.
    package static func initial(number: Int?) -> Step<Self> {
        .basic(.アプリはどの練習問題かを調べる(number: number))
    }

    package static let beginnings: [Step<Self>] = [initial(number: nil), initial(number: 99)]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはどの練習問題かを調べる(let number)):
            switch try await dependencies.courseFolder.lessons() {
            case .exercises(let exercises, _):
                return if let exercise = exercises.chosen(number) {
                    .basic(.アプリはヒントを選ぶ(exercise: exercise))
                } else {
                    .last(.練習問題がない場合_アプリはないことを示す(number: number ?? 0, last: exercises.count))
                }
            case .noFolder(let directory):
                return .last(.講座のフォルダがない場合_アプリは始め方を示す(directory: directory))
            case .noMaterial(let place):
                return .last(.教材がない場合_アプリは教材を探した場所を示す(place: place))
            }
        case .basic(.アプリはヒントを選ぶ(let exercise)):
            let hint = try await dependencies.courseFolder.hint(for: exercise)
            return .last(.アプリはヒントを表示(exercise: exercise, hint: hint))
        }
    }
}

extension ShowHint {
    package static let english = [
        title: "Show a hint",
        "アプリはどの練習問題かを調べる": "The application looks up which exercise it is",
        "アプリはヒントを選ぶ": "The application selects the hint",
        "アプリはヒントを表示": "The application shows the hint",
        "練習問題がない場合_アプリはないことを示す": "If there is no such exercise, the application says so",
        "講座のフォルダがない場合_アプリは始め方を示す":
            "If there is no folder of the course, the application says how to start",
        "教材がない場合_アプリは教材を探した場所を示す":
            "If the material is missing, the application says where it looked for it",
    ]
}
