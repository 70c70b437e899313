import UsecasesEngine

/// ユースケース【解答を見る】
enum ShowSolution: Usecase {
    enum Basics: SceneName {
        case アプリはどの練習問題かを調べる(number: Int?)
        case アプリは解答を読む(exercise: Exercise)
    }

    enum Goals: SceneName {
        case アプリは解答を表示(exercise: Exercise, files: [SolvedFile])
        case まだ解けていない場合_アプリは解答を見せない(exercise: Exercise)
        case 練習問題がない場合_アプリは理由を示す(refusal: CourseRefusal)
    }

    static let title = "解答を見る"
    static let invocation = Invocation.command("learn solution N")
    static let actors: Set<Actor> = [.user]

    /// Returns the first scene. Without a number, it uses the first exercise that is not passed.
    static func initial(number: Int?) -> Step<Self> {
        .basic(.アプリはどの練習問題かを調べる(number: number))
    }

    static let beginnings: [Step<Self>] = [initial(number: 1), initial(number: 2), initial(number: 99)]

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはどの練習問題かを調べる(let number)):
            return switch try await dependencies.courseFolder.lessons().chosen(number) {
            case .success(let exercise) where exercise.isPassed: .basic(.アプリは解答を読む(exercise: exercise))
            case .success(let exercise): .last(.まだ解けていない場合_アプリは解答を見せない(exercise: exercise))
            case .failure(let refusal): .last(.練習問題がない場合_アプリは理由を示す(refusal: refusal))
            }
        case .basic(.アプリは解答を読む(let exercise)):
            let files = try await dependencies.courseFolder.solution(of: exercise)
            return .last(.アプリは解答を表示(exercise: exercise, files: files))
        }
    }
}

extension ShowSolution {
    static let english = [
        title: "Show the solution",
        "アプリはどの練習問題かを調べる": "The application looks up which exercise it is",
        "アプリは解答を読む": "The application reads the solution",
        "アプリは解答を表示": "The application shows the solution",
        "まだ解けていない場合_アプリは解答を見せない": "If the exercise is not passed yet, the application does not show it",
        "練習問題がない場合_アプリは理由を示す": "If there is no such exercise, the application says why",
    ]
}
