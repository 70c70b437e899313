import CalearningApplication
package import CalearningDomain
import Usecases
package import UsecasesTerminal

extension ListExercises: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = .ofCourse

    static func show(_ scenario: Scenario<ListExercises>) -> Screen {
        switch scenario.goal {
        case .アプリは練習問題の一覧を表示(let exercises): .exercises(exercises)
        case .講座のフォルダがない場合_アプリは始め方を示す(let directory): .noCourseFolder(directory)
        case .教材がない場合_アプリは教材を探した場所を示す(let place): .noCourseMaterial(place)
        }
    }
}

extension Screen {
    package static func exercises(_ exercises: [Exercise]) -> Screen {
        let passed = exercises.count { $0.isPassed }
        return Screen(
            "exercises",
            Page(
                heading: Sentence(
                    en: "\(passed) of \(exercises.count) exercises are passed.",
                    ja: "\(exercises.count)問のうち\(passed)問が解けました。"),
                paragraphs: exercises.map { exercise in
                    let mark = exercise.isPassed ? "✓" : "·"
                    return Sentence(
                        en: "\(mark) \(exercise.heading.text(in: .en))", ja: "\(mark) \(exercise.heading.text(in: .ja))"
                    )
                },
                keys: []))
    }
}
