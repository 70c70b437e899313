import UsecasesEngine

/// ユースケース【ヒントを見る】
enum ShowHint: Usecase {
    enum Basics: SceneName {
        case アプリはどの練習問題かを調べる(number: Int?)
        case アプリはヒントを選ぶ(exercise: Exercise)
    }

    enum Goals: SceneName {
        case アプリはヒントを表示(exercise: Exercise, hint: Hint)
        case 練習問題がない場合_アプリは理由を示す(refusal: CourseRefusal)
    }

    static let title = "ヒントを見る"
    static let invocation = Invocation.command("learn hint")
    static let actors: Set<Actor> = [.user]

    /// Returns the first scene. Without a number, it uses the first exercise that is not passed.
    static func initial(number: Int?) -> Step<Self> {
        .basic(.アプリはどの練習問題かを調べる(number: number))
    }

    static let beginnings: [Step<Self>] = [initial(number: nil), initial(number: 99)]

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはどの練習問題かを調べる(let number)):
            return switch try await dependencies.courseFolder.lessons().chosen(number) {
            case .success(let exercise): .basic(.アプリはヒントを選ぶ(exercise: exercise))
            case .failure(let refusal): .last(.練習問題がない場合_アプリは理由を示す(refusal: refusal))
            }
        case .basic(.アプリはヒントを選ぶ(let exercise)):
            let hint = try await dependencies.courseFolder.hint(for: exercise)
            return .last(.アプリはヒントを表示(exercise: exercise, hint: hint))
        }
    }
}

extension ShowHint {
    static let english = [
        title: "Show a hint",
        "アプリはどの練習問題かを調べる": "The application looks up which exercise it is",
        "アプリはヒントを選ぶ": "The application selects the hint",
        "アプリはヒントを表示": "The application shows the hint",
        "練習問題がない場合_アプリは理由を示す": "If there is no such exercise, the application says why",
    ]
}
