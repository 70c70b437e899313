import CalearningDomain
import Usecases
package import UsecasesTerminal

/// What several use cases of the course show.
extension Screen {
    package static func noCourseFolder(_ directory: String) -> Screen {
        Screen(
            "no-course",
            Page(
                heading: Sentence(
                    en: "There is no folder of the course: \(directory)", ja: "講座のフォルダがありません: \(directory)"),
                paragraphs: [
                    Sentence(
                        en: "Make it with `\(Product.own.name) learn`, or name another one with --directory.",
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
                    en: "There is no exercise \(number): they are numbered from 1 to \(last).",
                    ja: "練習問題\(number)はありません。番号は1から\(last)までです。"),
                paragraphs: [], keys: []),
            exitStatus: .wrongUsage)
    }
}

extension [ExitStatus: [Sentence]] {
    /// What all use cases that need the folder of the course can end with.
    static let ofCourse: Self = [
        .wrongUsage: [Sentence(en: "there is no such exercise, or no folder of the course", ja: "その練習問題か、講座のフォルダがない")],
        .unavailable: [.courseIncomplete],
    ]
}

extension Sentence {
    static let courseIncomplete = Sentence(
        en: "the material of the course or a Swift toolchain is missing, or a build takes too long",
        ja: "講座の教材かSwiftのツールチェインがない、またはビルドが終わらない")
    static let notPassedYet = Sentence(en: "the exercise is not passed yet", ja: "練習問題がまだ解けていない")
    static let folderTaken = Sentence(en: "the folder cannot be made", ja: "そのフォルダは作れない")

    var indented: Sentence { Sentence(en: "  \(text(in: .en))", ja: "  \(text(in: .ja))") }
}

extension Exercise {
    /// Such as “2. The missing alternative”.
    var heading: Sentence {
        Sentence(en: "\(number). \(title.text(in: .en))", ja: "\(number). \(title.text(in: .ja))")
    }

    /// Where it is explained, in the folder of the course.
    var reading: Sentence {
        Sentence(en: "Read Exercises/\(name)/README.md", ja: "Exercises/\(name)/README.ja.md を読んでください")
    }
}
