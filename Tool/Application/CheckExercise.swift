import UsecasesEngine

/// ユースケース【練習問題を確かめる】
enum CheckExercise: Usecase {
    enum Basics: SceneName {
        case アプリはどの練習問題かを調べる(number: Int?)
        case アプリは書かれたものをビルドする(exercise: Exercise)
        case アプリは求められたことと比べる(exercise: Exercise)
        case アプリは解けたことを記録する(exercise: Exercise)
    }

    enum Goals: SceneName {
        case アプリは解けたことと次の練習問題を示す(exercise: Exercise, following: Exercise?)
        case 求められたことと違う場合_アプリは違いを示す(exercise: Exercise, differences: [Difference])
        case ビルドできない場合_アプリはコンパイラの指摘を示す(exercise: Exercise, messages: [String])
        case ビルドが終わらない場合_アプリは待った時間を示す(seconds: Int)
        case Swiftがない場合_アプリはインストールを勧める
        case 練習問題がない場合_アプリは理由を示す(refusal: CourseRefusal)
    }

    static let title = "練習問題を確かめる"
    static let invocation = Invocation.command("learn check")
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
            case .success(let exercise): .basic(.アプリは書かれたものをビルドする(exercise: exercise))
            case .failure(let refusal): .last(.練習問題がない場合_アプリは理由を示す(refusal: refusal))
            }
        case .basic(.アプリは書かれたものをビルドする(let exercise)):
            switch try await dependencies.courseChecker.build() {
            case .built:
                return .basic(.アプリは求められたことと比べる(exercise: exercise))
            case .flawed(let messages):
                return .last(.ビルドできない場合_アプリはコンパイラの指摘を示す(exercise: exercise, messages: messages))
            case .timedOut(let seconds):
                return .last(.ビルドが終わらない場合_アプリは待った時間を示す(seconds: seconds))
            case .noToolchain:
                return .last(.Swiftがない場合_アプリはインストールを勧める)
            }
        case .basic(.アプリは求められたことと比べる(let exercise)):
            let differences = try await dependencies.courseChecker.compare(exercise)
            return if differences.isEmpty {
                .basic(.アプリは解けたことを記録する(exercise: exercise))
            } else {
                .last(.求められたことと違う場合_アプリは違いを示す(exercise: exercise, differences: differences))
            }
        case .basic(.アプリは解けたことを記録する(let exercise)):
            let following = try await dependencies.courseFolder.recordPass(of: exercise)
            return .last(.アプリは解けたことと次の練習問題を示す(exercise: exercise, following: following))
        }
    }
}

extension CheckExercise {
    static let english = [
        title: "Check an exercise",
        "アプリはどの練習問題かを調べる": "The application looks up which exercise it is",
        "アプリは書かれたものをビルドする": "The application builds what was written",
        "アプリは求められたことと比べる": "The application compares it with what was asked for",
        "アプリは解けたことを記録する": "The application records that the exercise is passed",
        "アプリは解けたことと次の練習問題を示す": "The application says that it is passed, and shows the next exercise",
        "求められたことと違う場合_アプリは違いを示す": "If it differs, the application shows how",
        "ビルドできない場合_アプリはコンパイラの指摘を示す": "If it does not build, the application shows what the compiler says",
        "ビルドが終わらない場合_アプリは待った時間を示す":
            "If the build does not end, the application says how long it waited",
        "Swiftがない場合_アプリはインストールを勧める": "If there is no Swift, the application advises to install it",
        "練習問題がない場合_アプリは理由を示す": "If there is no such exercise, the application says why",
    ]
}
