import UsecasesEngine
import UsecasesTerminal

extension CheckExercise: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = .ofCourse.notPassed(.differs)

    static func show(_ scenario: Scenario<CheckExercise>) -> Screen {
        switch scenario.goal {
        case .アプリは解けたことと次の練習問題を示す(let exercise, let following): .passed(exercise, following: following)
        case .求められたことと違う場合_アプリは違いを示す(let exercise, let differences): .notPassed(exercise, differences)
        case .ビルドできない場合_アプリはコンパイラの指摘を示す(let exercise, let messages): .notBuilt(exercise, messages)
        case .ビルドが終わらない場合_アプリは待った時間を示す(let seconds): .endlessBuild(seconds: seconds)
        case .Swiftがない場合_アプリはインストールを勧める: .noSwift
        case .練習問題がない場合_アプリは理由を示す(let refusal): .refusal(refusal)
        }
    }
}

extension Screen {
    static func passed(_ exercise: Exercise, following: Exercise?) -> Screen {
        let next = following.map {
            [Sentence(en: "Next: \($0.heading.text(in: .en))", ja: "次: \($0.heading.text(in: .ja))"), $0.reading]
        }
        return Screen(
            "passed",
            exercise.heading("✓ ", en: ": passed", ja: ": 解けました"),
            [
                Sentence(
                    en: "Our solution: \(Product.own.name) learn solution \(exercise.number)",
                    ja: "解答例: \(Product.own.name) learn solution \(exercise.number)")
            ] + (next ?? [Sentence(en: "All exercises are passed.", ja: "すべての練習問題が解けました。")]))
    }

    static func notPassed(_ exercise: Exercise, _ differences: [Difference]) -> Screen {
        Screen(
            "not-passed",
            exercise.heading("✗ ", en: ": not yet", ja: ": まだです"),
            differences.flatMap(\.sentences) + [exercise.help], exitStatus: .differs)
    }

    static func notBuilt(_ exercise: Exercise, _ messages: [String]) -> Screen {
        Screen(
            "not-built",
            exercise.heading("✗ ", en: ": it does not build", ja: ": ビルドできません"),
            messages.map { Sentence($0) } + [exercise.help], exitStatus: .differs)
    }

    static func endlessBuild(seconds: Int) -> Screen {
        Screen(
            "endless-build",
            Sentence(
                en: "The build was ended after \(seconds) seconds.", ja: "\(seconds)秒たってもビルドが終わらないので、打ち切りました。"),
            [
                Sentence(
                    en: "Check what else this machine is busy with, and try again.",
                    ja: "ほかに重い処理が動いていないか確かめて、もう一度お試しください。")
            ],
            exitStatus: .unavailable)
    }

    static let noSwift = Screen(
        "no-swift",
        Sentence(
            en: "This machine has no Swift toolchain, or it is not in PATH.",
            ja: "Swiftのツールチェーンがインストールされていないか、PATHにありません。"),
        [
            Sentence(
                en: "Install it as https://www.swift.org/install says, and try again.",
                ja: "https://www.swift.org/install に従ってインストールし、もう一度お試しください。")
        ],
        exitStatus: .unavailable)
}

extension Difference {
    /// The difference in words, with a sentence and the scenarios below it.
    var sentences: [Sentence] {
        switch self {
        case .noUsecase(let name):
            [
                Sentence(
                    en: "The program has no use case \(name). Is its line in Catalogue.swift?",
                    ja: "プログラムにユースケース\(name)がありません。Catalogue.swiftに行はありますか?")
            ]
        case .missing(let scenario):
            [scenario.missing] + scenario.shown
        case .other(let when, let should, let does):
            [
                when.isEmpty
                    ? Sentence(en: "A run takes another path than it should:", ja: "求められたのとは違う経路をたどる実行があります:")
                    : Sentence(
                        en: "With \(when.joined(separator: ", ")), a run takes another path than it should:",
                        ja: "\(when.joined(separator: "、")) のとき、求められたのとは違う経路をたどります:")
            ] + shown(should: should, does: does)
        case .tooMuch(let scenario):
            [Sentence(en: "This run is unexpected:", ja: "この実行は余分です:")] + scenario.shown
        case .noCall(let scenario, let call):
            [
                Sentence(en: "A run like this should call \(call), and does not:", ja: "この実行は \(call) を呼ぶはずですが、呼びません:")
            ] + scenario.shown
        case .actors(let should, let does):
            [
                Sentence(
                    en:
                        "It should be run by \(should.words(in: .en)) and nobody else, and may be run by \(does.words(in: .en)).",
                    ja: "実行できるのは\(should.words(in: .ja))だけのはずですが、\(does.words(in: .ja))が実行できます。")
            ]
        case .finding(let sentence):
            [sentence]
        case .run(let command, let should, let does):
            [
                Sentence(
                    en: "`\(command)` takes another path than it should:", ja: "`\(command)` は、求められたのとは違う経路をたどります:")
            ] + shown(should: should, does: does)
        case .value(let command, let name, let should, let does):
            [
                Sentence(
                    en:
                        "`\(command)` should end with the \(name) “\(should)”, and ends with \(does.map { "“\($0)”" } ?? "none").",
                    ja: "`\(command)` では\(name)が「\(should)」になるはずですが、\(does.map { "「\($0)」です" } ?? "何も得られません")。")
            ]
        case .requests(let command, let should, let does):
            [
                Sentence(
                    en: "After `\(command)`, the service should have been asked for, in this order:",
                    ja: "`\(command)` が終わるまでに、サービスには次のリクエストがこの順に届くはずです:"),
                Sentence("  " + should.joined(separator: ", ")),
                Sentence(en: "and was asked for:", ja: "実際に届いたリクエスト:"),
                does.isEmpty ? Sentence(en: "  nothing", ja: "  なし") : Sentence("  " + does.joined(separator: ", ")),
            ]
        case .broken(let command, let breakdown):
            [breakdown.sentence(on: command)]
        case .noRecording(let usecase, let file):
            [
                Sentence(
                    en: "A recording of a run of \(usecase) that reached a goal is missing: \(file)",
                    ja: "ゴールに達した\(usecase)の実行の記録がありません: \(file)")
            ]
        case .noAnswer(let file):
            [Sentence(en: "The question is not answered yet: \(file)", ja: "質問にまだ答えていません: \(file)")]
        case .wrongAnswer(let file, let reason):
            [
                Sentence(en: "The answer is not right: \(file)", ja: "答えが違います: \(file)"),
                reason.indented,
            ]
        }
    }
}

extension ComparedScenario {
    fileprivate var missing: Sentence {
        guard let last = scenes.last, failures.isEmpty else {
            return Sentence(en: "No run ends in an error like this:", ja: "このようにエラーで終わる実行がありません:")
        }
        return Sentence(
            en: "No run that is like this ends in “\(last.text(in: .en))”:",
            ja: "このように進んで「\(last.text(in: .ja))」で終わる実行がありません:")
    }

    /// The lines of the scenario, one for each scene. ◎ marks a goal, ✗ marks an error.
    fileprivate var shown: [Sentence] {
        scenes.enumerated().map { index, scene in
            let mark = failures.isEmpty && index == scenes.count - 1 ? "◎ " : ""
            return Sentence(en: "    \(mark)\(scene.text(in: .en))", ja: "    \(mark)\(scene.text(in: .ja))")
        }
            + failures.map { name in
                let error =
                    name == "*"
                    ? Sentence(en: "any error", ja: "何らかのエラー") : ErrorWrapper.names(of: name)
                return Sentence(en: "    ✗ \(error.text(in: .en))", ja: "    ✗ \(error.text(in: .ja))")
            }
    }
}

/// Returns the required scenario and the actual one.
private func shown(should: ComparedScenario, does: ComparedScenario) -> [Sentence] {
    [Sentence(en: "  It should go:", ja: "  求められた経路:")] + should.shown + [Sentence(en: "  It goes:", ja: "  実際の経路:")]
        + does.shown
}

extension [Actor] {
    fileprivate func words(in language: Language) -> String {
        guard !isEmpty else { return Sentence(en: "nobody", ja: "誰も").text(in: language) }
        return map { Sentence(en: "the \($0.word.text(in: .en))", ja: $0.word.text(in: .ja)).text(in: language) }
            .joined(
                separator: Sentence(en: " and ", ja: "と").text(in: language))
    }
}

extension Difference.Breakdown {
    fileprivate func sentence(on command: String) -> Sentence {
        switch self {
        case .timedOut(let seconds):
            Sentence(
                en: "`\(command)` was ended after \(seconds) seconds: does something go on without end?",
                ja: "`\(command)` は\(seconds)秒たっても終わらないので、打ち切りました。終わらない繰り返しはありませんか?")
        case .tooMuchOutput:
            Sentence(
                en: "`\(command)` was ended because it wrote too much.", ja: "`\(command)` は書き出す量が多すぎるので、打ち切りました。")
        case .crashed(let signal):
            Sentence(
                en: "`\(command)` crashed (signal \(signal)).", ja: "`\(command)` は異常終了しました(シグナル\(signal))。")
        case .unreadable(let beginning):
            Sentence(
                en: "`\(command)` wrote something else than a report: \(beginning)",
                ja: "`\(command)` の出力はレポートの形式ではありません: \(beginning)")
        }
    }
}
