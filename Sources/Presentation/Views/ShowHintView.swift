import CalearningApplication
package import CalearningDomain
import Usecases
package import UsecasesTerminal

extension ShowHint: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = .ofCourse

    static func show(_ scenario: Scenario<ShowHint>) -> Screen {
        switch scenario.goal {
        case .アプリはヒントを表示(let exercise, let hint): .hint(hint, for: exercise)
        case .練習問題がない場合_アプリはないことを示す(let number, let last): .noSuchExercise(number, last: last)
        case .講座のフォルダがない場合_アプリは始め方を示す(let directory): .noCourseFolder(directory)
        case .教材がない場合_アプリは教材を探した場所を示す(let place): .noCourseMaterial(place)
        }
    }
}

extension Screen {
    package static func hint(_ hint: Hint, for exercise: Exercise) -> Screen {
        Screen(
            "hint",
            Page(
                heading: Sentence(
                    en: "\(exercise.heading.text(in: .en)), hint \(hint.step) of 2",
                    ja: "\(exercise.heading.text(in: .ja))、ヒント\(hint.step)/2"),
                paragraphs: [hint.text], keys: []))
    }
}
