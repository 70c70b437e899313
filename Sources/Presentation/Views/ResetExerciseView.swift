import CalearningApplication
package import CalearningDomain
import Usecases
package import UsecasesTerminal

extension ResetExercise: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = .ofCourse

    static func show(_ scenario: Scenario<ResetExercise>) -> Screen {
        switch scenario.goal {
        case .アプリは元に戻したことと写しの場所を示す(let exercise, let copies): .resetExercise(exercise, copies: copies)
        case .練習問題がない場合_アプリはないことを示す(let number, let last): .noSuchExercise(number, last: last)
        case .講座のフォルダがない場合_アプリは始め方を示す(let directory): .noCourseFolder(directory)
        case .教材がない場合_アプリは教材を探した場所を示す(let place): .noCourseMaterial(place)
        }
    }
}

extension Screen {
    package static func resetExercise(_ exercise: Exercise, copies: String?) -> Screen {
        Screen(
            "reset-exercise",
            Page(
                heading: Sentence(
                    en: "\(exercise.heading.text(in: .en)) is as it was at first.",
                    ja: "\(exercise.heading.text(in: .ja)) を元に戻しました。"),
                paragraphs: [
                    copies.map {
                        Sentence(en: "Copies of what you had changed: \($0)", ja: "書き換えられていたファイルの写し: \($0)")
                    } ?? Sentence(en: "No file of it had been changed.", ja: "書き換えられたファイルはありませんでした。")
                ],
                keys: []))
    }
}
