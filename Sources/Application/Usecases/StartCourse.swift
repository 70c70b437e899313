package import CalearningDomain
package import Usecases

/// ユースケース【講座を始める】
package enum StartCourse: Usecase {
    package enum Basics: SceneName {
        case アプリは講座のフォルダを用意する
    }

    package enum Goals: SceneName {
        case アプリは最初の練習問題を示す(directory: String, exercise: Exercise)
        case 講座のフォルダがすでにある場合_アプリは続きを示す(directory: String, exercise: Exercise)
        case フォルダを作れない場合_アプリは理由を示す(directory: String, flaw: FolderFlaw)
        case 教材がない場合_アプリは教材を探した場所を示す(place: String)
    }

    package static let title = "講座を始める"
    package static let invocation = Invocation.command("learn")
    package static let actors: Set<Actor> = [.user]
    package static let initial = Step<Self>.basic(.アプリは講座のフォルダを用意する)
    package static let beginnings: [Step<Self>] = [initial]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは講座のフォルダを用意する):
            switch try await dependencies.courseFolder.open() {
            case .made(let directory, let first):
                .last(.アプリは最初の練習問題を示す(directory: directory, exercise: first))
            case .continued(let directory, let next):
                .last(.講座のフォルダがすでにある場合_アプリは続きを示す(directory: directory, exercise: next))
            case .refused(let directory, let flaw):
                .last(.フォルダを作れない場合_アプリは理由を示す(directory: directory, flaw: flaw))
            case .noMaterial(let place):
                .last(.教材がない場合_アプリは教材を探した場所を示す(place: place))
            }
        }
    }
}

extension StartCourse {
    package static let english = [
        title: "Start the course",
        "アプリは講座のフォルダを用意する": "The application prepares the folder of the course",
        "アプリは最初の練習問題を示す": "The application shows the first exercise",
        "講座のフォルダがすでにある場合_アプリは続きを示す":
            "If the folder of the course already exists, the application shows where to go on",
        "フォルダを作れない場合_アプリは理由を示す": "If the folder cannot be made, the application says why",
        "教材がない場合_アプリは教材を探した場所を示す":
            "If the material is missing, the application says where it looked for it",
    ]
}
