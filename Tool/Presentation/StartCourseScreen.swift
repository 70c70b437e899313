import UsecasesEngine
import UsecasesTerminal

extension StartCourse: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .wrongUsage: [Sentence(en: "the folder cannot be made", ja: "そのフォルダは作れない")],
        .unavailable: [.courseIncomplete],
    ]

    static func show(_ scenario: Scenario<StartCourse>) -> Screen {
        switch scenario.goal {
        case .アプリは最初の練習問題を示す(let directory, let exercise): .startedCourse(in: directory, at: exercise)
        case .講座のフォルダがすでにある場合_アプリは続きを示す(let directory, let exercise): .continuedCourse(in: directory, at: exercise)
        case .フォルダを用意できない場合_アプリは理由を示す(let refusal): .refusal(refusal)
        }
    }
}

extension Screen {
    static func startedCourse(in directory: String, at exercise: Exercise) -> Screen {
        course(
            Sentence(
                en: "The course is in \(directory): an application of your own, with exercises in it.",
                ja: "講座のフォルダを作りました: \(directory)。あなたのアプリケーションと、その中の練習問題が入っています。"),
            in: directory, at: exercise)
    }

    static func continuedCourse(in directory: String, at exercise: Exercise) -> Screen {
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
            "course", heading,
            [
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
            ])
    }

    /// The reason why the course cannot start or continue, and what helps.
    static func refusal(_ refusal: CourseRefusal) -> Screen {
        switch refusal {
        case .noSuchExercise(let number, let last):
            Screen(
                "no-such-exercise",
                Sentence(
                    en: "No such exercise: \(number). They are numbered from 1 to \(last).",
                    ja: "練習問題\(number)はありません。番号は1から\(last)までです。"),
                exitStatus: .wrongUsage)
        case .noFolder(let directory):
            Screen(
                "no-course",
                Sentence(en: "The folder of the course is missing: \(directory)", ja: "講座のフォルダがありません: \(directory)"),
                [
                    Sentence(
                        en: "Make it with `\(Product.own.name) learn`, or name a different one with --directory.",
                        ja: "`\(Product.own.name) learn` で作るか、--directory で別のフォルダを指定してください。")
                ],
                exitStatus: .wrongUsage)
        case .noMaterial(let place):
            Screen(
                "no-material",
                Sentence(
                    en: "The material of the course was not found, starting from \(place)",
                    ja: "講座の教材が見つかりません。探し始めた場所: \(place)"),
                [
                    Sentence(
                        en: """
                            Run the program in a clone of its repository, or install it from its package or tarball, \
                            which have the material in share/\(LibrarySource.package).
                            """,
                        ja: """
                            リポジトリのクローンの中でこのプログラムを動かすか、パッケージまたはtarballからインストールしてください。\
                            どちらも教材はshare/\(LibrarySource.package)にあります。
                            """)
                ],
                exitStatus: .unavailable)
        case .occupied(let directory):
            refusedFolder(
                Sentence(en: "Something else already exists: \(directory)", ja: "別のものがすでにあります: \(directory)"))
        case .unusable(let directory):
            refusedFolder(
                Sentence(
                    en: "No folder can be made there: \(directory). The folder that it is to be in does not exist.",
                    ja: "そこにはフォルダを作れません: \(directory)。ひとつ上のフォルダがありません。"))
        }
    }

    private static func refusedFolder(_ heading: Sentence) -> Screen {
        Screen(
            "refused-folder", heading,
            [
                Sentence(
                    en: "Name another folder with --directory; nothing was changed.",
                    ja: "--directory で別のフォルダを指定してください。何も変えていません。")
            ],
            exitStatus: .wrongUsage)
    }
}

extension Sentence {
    static let courseIncomplete = Sentence(
        en: "the material of the course or a Swift toolchain is missing, or a build takes too long",
        ja: "講座の教材かSwiftのツールチェーンがない、またはビルドが終わらない")

    var indented: Sentence { Sentence(en: "  \(text(in: .en))", ja: "  \(text(in: .ja))") }
}

extension Exercise {
    /// The heading, such as “2. The missing alternative”.
    var heading: Sentence { heading("", en: "", ja: "") }

    /// The heading with a mark before it and words behind it.
    func heading(_ mark: String, en: String, ja: String) -> Sentence {
        Sentence(
            en: "\(mark)\(number). \(title.text(in: .en))\(en)", ja: "\(mark)\(number). \(title.text(in: .ja))\(ja)")
    }

    /// The reference to the explanation, in the folder of the course.
    var reading: Sentence {
        Sentence(en: "Read Exercises/\(name)/README.md", ja: "Exercises/\(name)/README.ja.md を読んでください")
    }

    /// The command for help.
    var help: Sentence {
        Sentence(
            en: "Help: \(Product.own.name) learn hint \(number)", ja: "ヒント: \(Product.own.name) learn hint \(number)")
    }
}
