import UsecasesEngine
import UsecasesTerminal

extension [ExitStatus: [Sentence]] {
    /// The exit statuses of all use cases that need the folder of the course.
    static let ofCourse: Self = [
        .wrongUsage: [
            Sentence(en: "the exercise or the folder of the course does not exist", ja: "その練習問題か、講座のフォルダがない")
        ],
        .unavailable: [.courseIncomplete],
    ]

    /// Returns the exit statuses with one for an exercise that is not passed.
    func notPassed(_ status: ExitStatus) -> Self {
        merging([status: [Sentence(en: "the exercise is not passed yet", ja: "練習問題がまだ解けていない")]]) { $0 + $1 }
    }
}

extension ListExercises: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = .ofCourse

    static func show(_ scenario: Scenario<ListExercises>) -> Screen {
        switch scenario.goal {
        case .アプリは練習問題の一覧を表示(let exercises): .exercises(exercises)
        case .講座がない場合_アプリは理由を示す(let refusal): .refusal(refusal)
        }
    }
}

extension ShowHint: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = .ofCourse

    static func show(_ scenario: Scenario<ShowHint>) -> Screen {
        switch scenario.goal {
        case .アプリはヒントを表示(let exercise, let hint): .hint(hint, for: exercise)
        case .練習問題がない場合_アプリは理由を示す(let refusal): .refusal(refusal)
        }
    }
}

extension ShowSolution: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = .ofCourse.notPassed(.notAllowed)

    static func show(_ scenario: Scenario<ShowSolution>) -> Screen {
        switch scenario.goal {
        case .アプリは解答を表示(let exercise, let files): .solution(of: exercise, files)
        case .まだ解けていない場合_アプリは解答を見せない(let exercise): .unsolved(exercise)
        case .練習問題がない場合_アプリは理由を示す(let refusal): .refusal(refusal)
        }
    }
}

extension ResetExercise: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = .ofCourse

    static func show(_ scenario: Scenario<ResetExercise>) -> Screen {
        switch scenario.goal {
        case .アプリは元に戻したことと写しの場所を示す(let exercise, let copies): .resetExercise(exercise, copies: copies)
        case .練習問題がない場合_アプリは理由を示す(let refusal): .refusal(refusal)
        }
    }
}

extension Screen {
    static func exercises(_ exercises: [Exercise]) -> Screen {
        let passed = exercises.count { $0.isPassed }
        return Screen(
            "exercises",
            Sentence(
                en: "\(passed) of \(exercises.count) exercises are passed.",
                ja: "\(exercises.count)問のうち\(passed)問が解けました。"),
            exercises.map { $0.heading($0.isPassed ? "✓ " : "· ", en: "", ja: "") })
    }

    static func hint(_ hint: Hint, for exercise: Exercise) -> Screen {
        Screen(
            "hint",
            exercise.heading("", en: ", hint \(hint.step) of 2", ja: "、ヒント\(hint.step)/2"), [hint.text])
    }

    static func solution(of exercise: Exercise, _ files: [SolvedFile]) -> Screen {
        Screen(
            "solution", exercise.heading,
            files.flatMap { file in
                [Sentence("── \(file.path)")]
                    + file.text.split(separator: "\n", omittingEmptySubsequences: false).map { Sentence(String($0)) }
            })
    }

    static func unsolved(_ exercise: Exercise) -> Screen {
        Screen(
            "unsolved",
            Sentence(
                en: "The solution of “\(exercise.title.text(in: .en))” is shown once the exercise is passed.",
                ja: "「\(exercise.title.text(in: .ja))」の解答例は、解けた後に見られます。"),
            [exercise.help], exitStatus: .notAllowed)
    }

    static func resetExercise(_ exercise: Exercise, copies: String?) -> Screen {
        Screen(
            "reset-exercise",
            exercise.heading("", en: " is as it was at first.", ja: " を元に戻しました。"),
            [
                copies.map {
                    Sentence(en: "Copies of what you had changed: \($0)", ja: "書き換えられていたファイルの写し: \($0)")
                } ?? Sentence(en: "No file of it had been changed.", ja: "書き換えられたファイルはありませんでした。")
            ])
    }
}
