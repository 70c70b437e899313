package import CalearningDomain
package import Usecases

/// ユースケース【解答を見る】
package enum ShowSolution: Usecase {
    package enum Basics: SceneName {
        case アプリはどの練習問題かを調べる(number: Int?)
        case アプリは解答を読む(exercise: Exercise)
    }

    package enum Goals: SceneName {
        case アプリは解答を表示(exercise: Exercise, files: [SolvedFile])
        case まだ解けていない場合_アプリは解答を見せない(exercise: Exercise)
        case 練習問題がない場合_アプリはないことを示す(number: Int, last: Int)
        case 講座のフォルダがない場合_アプリは始め方を示す(directory: String)
        case 教材がない場合_アプリは教材を探した場所を示す(place: String)
    }

    package static let title = "解答を見る"
    package static let invocation = Invocation.command("learn solution N")
    package static let actors: Set<Actor> = [.user]

    /// Returns the first scene. Without a number, it uses the first exercise that is not passed.
    package static func initial(number: Int?) -> Step<Self> {
        .basic(.アプリはどの練習問題かを調べる(number: number))
    }

    package static let beginnings: [Step<Self>] = [initial(number: 1), initial(number: 2), initial(number: 99)]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはどの練習問題かを調べる(let number)):
            switch try await dependencies.courseFolder.lessons() {
            case .exercises(let exercises, _):
                return if let exercise = exercises.chosen(number) {
                    exercise.isPassed
                        ? .basic(.アプリは解答を読む(exercise: exercise))
                        : .last(.まだ解けていない場合_アプリは解答を見せない(exercise: exercise))
                } else {
                    .last(.練習問題がない場合_アプリはないことを示す(number: number ?? 0, last: exercises.count))
                }
            case .noFolder(let directory):
                return .last(.講座のフォルダがない場合_アプリは始め方を示す(directory: directory))
            case .noMaterial(let place):
                return .last(.教材がない場合_アプリは教材を探した場所を示す(place: place))
            }
        case .basic(.アプリは解答を読む(let exercise)):
            let files = try await dependencies.courseFolder.solution(of: exercise)
            return .last(.アプリは解答を表示(exercise: exercise, files: files))
        }
    }
}

extension ShowSolution {
    package static let english = [
        title: "Show the solution",
        "アプリはどの練習問題かを調べる": "The application looks up which exercise it is",
        "アプリは解答を読む": "The application reads the solution",
        "アプリは解答を表示": "The application shows the solution",
        "まだ解けていない場合_アプリは解答を見せない": "If the exercise is not passed yet, the application does not show it",
        "練習問題がない場合_アプリはないことを示す": "If there is no such exercise, the application says so",
        "講座のフォルダがない場合_アプリは始め方を示す":
            "If there is no folder of the course, the application says how to start",
        "教材がない場合_アプリは教材を探した場所を示す":
            "If the material is missing, the application says where it looked for it",
    ]
}
