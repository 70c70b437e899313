import CalearningApplication
package import CalearningDomain
import Usecases
package import UsecasesTerminal

extension StartCourse: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .wrongUsage: [.folderTaken], .unavailable: [.courseIncomplete],
    ]

    static func show(_ scenario: Scenario<StartCourse>) -> Screen {
        switch scenario.goal {
        case .アプリは最初の練習問題を示す(let directory, let exercise): .startedCourse(in: directory, at: exercise)
        case .講座のフォルダがすでにある場合_アプリは続きを示す(let directory, let exercise): .continuedCourse(in: directory, at: exercise)
        case .フォルダを作れない場合_アプリは理由を示す(let directory, let flaw): .refusedFolder(directory, flaw)
        case .教材がない場合_アプリは教材を探した場所を示す(let place): .noCourseMaterial(place)
        }
    }
}

extension Screen {
    package static func startedCourse(in directory: String, at exercise: Exercise) -> Screen {
        course(
            Sentence(
                en: "The course is in \(directory): an application of your own, with exercises in it.",
                ja: "講座のフォルダを作りました: \(directory)。あなたのアプリケーションと、その中の練習問題が入っています。"),
            in: directory, at: exercise)
    }

    package static func continuedCourse(in directory: String, at exercise: Exercise) -> Screen {
        course(
            directory == "."
                ? Sentence(
                    en: "This is the folder of the course, and nothing was changed. Go on with:",
                    ja: "ここが講座のフォルダです。何も変えていません。続きはここからです。")
                : Sentence(
                    en: "The course is in \(directory) already, and nothing was changed. Go on with:",
                    ja: "講座のフォルダはすでにあります: \(directory)。何も変えていません。続きはここからです。"),
            in: directory, at: exercise)
    }

    private static func course(_ heading: Sentence, in directory: String, at exercise: Exercise) -> Screen {
        Screen(
            "course",
            Page(
                heading: heading,
                paragraphs: [
                    exercise.heading,
                    directory == "."
                        ? exercise.reading.indented
                        : Sentence(
                            en: "  cd \(directory.shellPath), and read Exercises/\(exercise.name)/README.md",
                            ja: "  cd \(directory.shellPath) して Exercises/\(exercise.name)/README.ja.md を読んでください"),
                    Sentence(
                        en: "  \(Product.own.name) learn check   builds what you wrote, and says what is still missing",
                        ja: "  \(Product.own.name) learn check   書いたものをビルドして、足りないところを示します"),
                    Sentence(
                        en: "  \(Product.own.name) learn hint    helps; see also list, reset and solution",
                        ja: "  \(Product.own.name) learn hint    ヒントを示します。ほかに list、reset、solution があります"),
                ],
                keys: []))
    }

    package static func refusedFolder(_ directory: String, _ flaw: FolderFlaw) -> Screen {
        Screen(
            "refused-folder",
            Page(
                heading: flaw.sentence(on: directory),
                paragraphs: [
                    Sentence(
                        en: "Name another folder with --directory; nothing was changed.",
                        ja: "--directory で別のフォルダを指定してください。何も変えていません。")
                ],
                keys: []),
            exitStatus: .wrongUsage)
    }
}

extension FolderFlaw {
    fileprivate func sentence(on directory: String) -> Sentence {
        switch self {
        case .occupied:
            Sentence(
                en: "Something else already exists: \(directory)", ja: "別のものがすでにあります: \(directory)")
        case .unusable:
            Sentence(
                en: "No folder can be made there: \(directory). The folder that it is to be in does not exist.",
                ja: "そこにはフォルダを作れません: \(directory)。ひとつ上のフォルダがありません。")
        }
    }
}
