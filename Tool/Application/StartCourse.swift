import UsecasesEngine

/// ユースケース【講座を始める】
enum StartCourse: Usecase {
    enum Basics: SceneName {
        case アプリは講座のフォルダを用意する
    }

    enum Goals: SceneName {
        case アプリは最初の練習問題を示す(directory: String, exercise: Exercise)
        case 講座のフォルダがすでにある場合_アプリは続きを示す(directory: String, exercise: Exercise)
        case フォルダを用意できない場合_アプリは理由を示す(refusal: CourseRefusal)
    }

    static let title = "講座を始める"
    static let invocation = Invocation.command("learn")
    static let actors: Set<Actor> = [.user]
    static let initial = Step<Self>.basic(.アプリは講座のフォルダを用意する)
    static let beginnings: [Step<Self>] = [initial]

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは講座のフォルダを用意する):
            switch try await dependencies.courseFolder.open() {
            case .made(let directory, let first):
                .last(.アプリは最初の練習問題を示す(directory: directory, exercise: first))
            case .continued(let directory, let next):
                .last(.講座のフォルダがすでにある場合_アプリは続きを示す(directory: directory, exercise: next))
            case .refused(let refusal):
                .last(.フォルダを用意できない場合_アプリは理由を示す(refusal: refusal))
            }
        }
    }
}

extension StartCourse {
    static let english = [
        title: "Start the course",
        "アプリは講座のフォルダを用意する": "The application prepares the folder of the course",
        "アプリは最初の練習問題を示す": "The application shows the first exercise",
        "講座のフォルダがすでにある場合_アプリは続きを示す":
            "If the folder of the course already exists, the application shows where to go on",
        "フォルダを用意できない場合_アプリは理由を示す": "If the folder cannot be prepared, the application says why",
    ]
}
