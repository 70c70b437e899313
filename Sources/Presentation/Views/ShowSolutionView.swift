import CalearningApplication
package import CalearningDomain
import Usecases
package import UsecasesTerminal

extension ShowSolution: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [ExitStatus: [Sentence]].ofCourse.merging([
        .notAllowed: [.notPassedYet]
    ]) { $0 + $1 }

    static func show(_ scenario: Scenario<ShowSolution>) -> Screen {
        switch scenario.goal {
        case .アプリは解答を表示(let exercise, let files): .solution(of: exercise, files)
        case .まだ解けていない場合_アプリは解答を見せない(let exercise): .unsolved(exercise)
        case .練習問題がない場合_アプリはないことを示す(let number, let last): .noSuchExercise(number, last: last)
        case .講座のフォルダがない場合_アプリは始め方を示す(let directory): .noCourseFolder(directory)
        case .教材がない場合_アプリは教材を探した場所を示す(let place): .noCourseMaterial(place)
        }
    }
}

extension Screen {
    package static func solution(of exercise: Exercise, _ files: [SolvedFile]) -> Screen {
        Screen(
            "solution",
            Page(
                heading: exercise.heading,
                paragraphs: files.flatMap { file in
                    [Sentence("── \(file.path)")]
                        + file.text.split(separator: "\n", omittingEmptySubsequences: false).map {
                            Sentence(String($0))
                        }
                },
                keys: []))
    }

    package static func unsolved(_ exercise: Exercise) -> Screen {
        Screen(
            "unsolved",
            Page(
                heading: Sentence(
                    en: "The solution of “\(exercise.title.text(in: .en))” is shown once the exercise is passed.",
                    ja: "「\(exercise.title.text(in: .ja))」の解答例は、解けた後に見られます。"),
                paragraphs: [
                    Sentence(
                        en: "Help: \(Product.own.name) learn hint \(exercise.number)",
                        ja: "ヒント: \(Product.own.name) learn hint \(exercise.number)")
                ],
                keys: []),
            exitStatus: .notAllowed)
    }
}
