import CalearningApplication
package import CalearningDomain
import Usecases
package import UsecasesTerminal

extension CheckExercise: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [ExitStatus: [Sentence]].ofCourse.merging([
        .differs: [.notPassedYet]
    ]) { $0 + $1 }

    static func show(_ scenario: Scenario<CheckExercise>) -> Screen {
        switch scenario.goal {
        case .アプリは解けたことと次の練習問題を示す(let exercise, let following): .passed(exercise, following: following)
        case .求められたことと違う場合_アプリは違いを示す(let exercise, let differences): .notPassed(exercise, differences)
        case .ビルドできない場合_アプリはコンパイラの指摘を示す(let exercise, let messages): .notBuilt(exercise, messages)
        case .ビルドが終わらない場合_アプリは待った時間を示す(let seconds): .endlessBuild(seconds: seconds)
        case .Swiftがない場合_アプリはインストールを勧める: .noSwift
        case .練習問題がない場合_アプリはないことを示す(let number, let last): .noSuchExercise(number, last: last)
        case .講座のフォルダがない場合_アプリは始め方を示す(let directory): .noCourseFolder(directory)
        case .教材がない場合_アプリは教材を探した場所を示す(let place): .noCourseMaterial(place)
        }
    }
}

extension Screen {
    package static func passed(_ exercise: Exercise, following: Exercise?) -> Screen {
        let next = following.map {
            [Sentence(en: "Next: \($0.heading.text(in: .en))", ja: "次: \($0.heading.text(in: .ja))"), $0.reading]
        }
        return Screen(
            "passed",
            Page(
                heading: Sentence(
                    en: "✓ \(exercise.heading.text(in: .en)): passed", ja: "✓ \(exercise.heading.text(in: .ja)): 解けました"),
                paragraphs: [
                    Sentence(
                        en: "Our solution: \(Product.own.name) learn solution \(exercise.number)",
                        ja: "解答例: \(Product.own.name) learn solution \(exercise.number)")
                ] + (next ?? [Sentence(en: "All exercises are passed.", ja: "すべての練習問題が解けました。")]),
                keys: []))
    }

    package static func notPassed(_ exercise: Exercise, _ differences: [Difference]) -> Screen {
        Screen(
            "not-passed",
            Page(
                heading: Sentence(
                    en: "✗ \(exercise.heading.text(in: .en)): not yet", ja: "✗ \(exercise.heading.text(in: .ja)): まだです"),
                paragraphs: differences.flatMap(\.sentences) + [help(with: exercise)],
                keys: []),
            exitStatus: .differs)
    }

    package static func notBuilt(_ exercise: Exercise, _ messages: [String]) -> Screen {
        Screen(
            "not-built",
            Page(
                heading: Sentence(
                    en: "✗ \(exercise.heading.text(in: .en)): it does not build",
                    ja: "✗ \(exercise.heading.text(in: .ja)): ビルドできません"),
                paragraphs: messages.map { Sentence($0) } + [help(with: exercise)],
                keys: []),
            exitStatus: .differs)
    }

    private static func help(with exercise: Exercise) -> Sentence {
        Sentence(
            en: "Help: \(Product.own.name) learn hint \(exercise.number)",
            ja: "ヒント: \(Product.own.name) learn hint \(exercise.number)")
    }

    package static func endlessBuild(seconds: Int) -> Screen {
        Screen(
            "endless-build",
            Page(
                heading: Sentence(
                    en: "The build was ended after \(seconds) seconds.", ja: "\(seconds)秒たってもビルドが終わらないので、打ち切りました。"),
                paragraphs: [
                    Sentence(
                        en: "Check what else this machine is busy with, and try again.",
                        ja: "ほかに重い処理が動いていないか確かめて、もう一度お試しください。")
                ],
                keys: []),
            exitStatus: .unavailable)
    }

    package static let noSwift = Screen(
        "no-swift",
        Page(
            heading: Sentence(
                en: "There is no Swift toolchain on this machine, or it is not in PATH.",
                ja: "Swiftのツールチェインがインストールされていないか、PATHにありません。"),
            paragraphs: [
                Sentence(
                    en: "Install it as https://www.swift.org/install says, and try again.",
                    ja: "https://www.swift.org/install に従ってインストールし、もう一度お試しください。")
            ],
            keys: []),
        exitStatus: .unavailable)
}
