import CalearningApplication
package import CalearningDomain
import Usecases
package import UsecasesTerminal

/// The screens that several use cases of the course share.
extension Screen {
    package static func noCourseFolder(_ directory: String) -> Screen {
        Screen(
            "no-course",
            Page(
                heading: Sentence(
                    en: "The folder of the course is missing: \(directory)", ja: "講座のフォルダがありません: \(directory)"),
                paragraphs: [
                    Sentence(
                        en: "Make it with `\(Product.own.name) learn`, or name a different one with --directory.",
                        ja: "`\(Product.own.name) learn` で作るか、--directory で別のフォルダを指定してください。")
                ],
                keys: []),
            exitStatus: .wrongUsage)
    }

    package static func noCourseMaterial(_ place: String) -> Screen {
        Screen(
            "no-material",
            Page(
                heading: Sentence(
                    en: "The material of the course was not found, starting from \(place)",
                    ja: "講座の教材が見つかりません。探し始めた場所: \(place)"),
                paragraphs: [
                    Sentence(
                        en:
                            "Run the program in a clone of its repository, or install it from its package or tarball, which have the material in share/\(Product.own.name).",
                        ja:
                            "リポジトリのクローンの中でこのプログラムを動かすか、パッケージまたはtarballからインストールしてください。どちらも教材はshare/\(Product.own.name)にあります。"
                    )
                ],
                keys: []),
            exitStatus: .unavailable)
    }

    package static func noSuchExercise(_ number: Int, last: Int) -> Screen {
        Screen(
            "no-such-exercise",
            Page(
                heading: Sentence(
                    en: "No such exercise: \(number). They are numbered from 1 to \(last).",
                    ja: "練習問題\(number)はありません。番号は1から\(last)までです。"),
                paragraphs: [], keys: []),
            exitStatus: .wrongUsage)
    }
}

extension [ExitStatus: [Sentence]] {
    /// The exit statuses of all use cases that need the folder of the course.
    static let ofCourse: Self = [
        .wrongUsage: [
            Sentence(en: "the exercise or the folder of the course does not exist", ja: "その練習問題か、講座のフォルダがない")
        ],
        .unavailable: [.courseIncomplete],
    ]
}

extension Sentence {
    static let courseIncomplete = Sentence(
        en: "the material of the course or a Swift toolchain is missing, or a build takes too long",
        ja: "講座の教材かSwiftのツールチェーンがない、またはビルドが終わらない")
    static let notPassedYet = Sentence(en: "the exercise is not passed yet", ja: "練習問題がまだ解けていない")
    static let folderTaken = Sentence(en: "the folder cannot be made", ja: "そのフォルダは作れない")

    var indented: Sentence { Sentence(en: "  \(text(in: .en))", ja: "  \(text(in: .ja))") }
}

extension Exercise {
    /// The heading, such as “2. The missing alternative”.
    var heading: Sentence {
        Sentence(en: "\(number). \(title.text(in: .en))", ja: "\(number). \(title.text(in: .ja))")
    }

    /// The reference to the explanation, in the folder of the course.
    var reading: Sentence {
        Sentence(en: "Read Exercises/\(name)/README.md", ja: "Exercises/\(name)/README.ja.md を読んでください")
    }
}

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
