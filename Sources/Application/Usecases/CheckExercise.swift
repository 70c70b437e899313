package import CalearningDomain
package import Usecases

/// ユースケース【練習問題を確かめる】
package enum CheckExercise: Usecase {
    package enum Basics: SceneName {
        case アプリはどの練習問題かを調べる(number: Int?)
        case アプリは書かれたものをビルドする(exercise: Exercise)
        case アプリは求められたことと比べる(exercise: Exercise)
        case アプリは解けたことを記録する(exercise: Exercise)
    }

    package enum Goals: SceneName {
        case アプリは解けたことと次の練習問題を示す(exercise: Exercise, following: Exercise?)
        case 求められたことと違う場合_アプリは違いを示す(exercise: Exercise, differences: [Difference])
        case ビルドできない場合_アプリはコンパイラの指摘を示す(exercise: Exercise, messages: [String])
        case ビルドが終わらない場合_アプリは待った時間を示す(seconds: Int)
        case Swiftがない場合_アプリはインストールを勧める
        case 練習問題がない場合_アプリはないことを示す(number: Int, last: Int)
        case 講座のフォルダがない場合_アプリは始め方を示す(directory: String)
        case 教材がない場合_アプリは教材を探した場所を示す(place: String)
    }

    package static let title = "練習問題を確かめる"
    package static let invocation = Invocation.command("learn check")
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
                    .basic(.アプリは書かれたものをビルドする(exercise: exercise))
                } else {
                    .last(.練習問題がない場合_アプリはないことを示す(number: number ?? 0, last: exercises.count))
                }
            case .noFolder(let directory):
                return .last(.講座のフォルダがない場合_アプリは始め方を示す(directory: directory))
            case .noMaterial(let place):
                return .last(.教材がない場合_アプリは教材を探した場所を示す(place: place))
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
    package static let english = [
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
        "練習問題がない場合_アプリはないことを示す": "If there is no such exercise, the application says so",
        "講座のフォルダがない場合_アプリは始め方を示す":
            "If there is no folder of the course, the application says how to start",
        "教材がない場合_アプリは教材を探した場所を示す":
            "If the material is missing, the application says where it looked for it",
    ]
}
