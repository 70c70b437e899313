import UsecasesEngine

/// ユースケース【練習問題を元に戻す】
enum ResetExercise: Usecase {
    enum Basics: SceneName {
        case アプリはどの練習問題かを調べる(number: Int?)
        case アプリは練習問題のファイルを元に戻す(exercise: Exercise)
    }

    enum Goals: SceneName {
        case アプリは元に戻したことと写しの場所を示す(exercise: Exercise, copies: String?)
        case 練習問題がない場合_アプリは理由を示す(refusal: CourseRefusal)
    }

    static let title = "練習問題を元に戻す"
    static let invocation = Invocation.command("learn reset N")
    static let actors: Set<Actor> = [.user]

    /// Returns the first scene. Without a number, it uses the first exercise that is not passed.
    static func initial(number: Int?) -> Step<Self> {
        .basic(.アプリはどの練習問題かを調べる(number: number))
    }

    static let beginnings: [Step<Self>] = [initial(number: 1), initial(number: 99)]

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはどの練習問題かを調べる(let number)):
            return switch try await dependencies.courseFolder.lessons().chosen(number) {
            case .success(let exercise): .basic(.アプリは練習問題のファイルを元に戻す(exercise: exercise))
            case .failure(let refusal): .last(.練習問題がない場合_アプリは理由を示す(refusal: refusal))
            }
        case .basic(.アプリは練習問題のファイルを元に戻す(let exercise)):
            let copies = try await dependencies.courseFolder.restore(exercise)
            return .last(.アプリは元に戻したことと写しの場所を示す(exercise: exercise, copies: copies))
        }
    }
}

extension ResetExercise {
    static let english = [
        title: "Reset an exercise",
        "アプリはどの練習問題かを調べる": "The application looks up which exercise it is",
        "アプリは練習問題のファイルを元に戻す": "The application makes the files of the exercise what they were at first",
        "アプリは元に戻したことと写しの場所を示す":
            "The application says that this is done, and where the copies of changed files are",
        "練習問題がない場合_アプリは理由を示す": "If there is no such exercise, the application says why",
    ]
}
