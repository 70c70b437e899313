import CalearningApplication
import CalearningDomain
import Usecases
import UsecasesTerminal

extension Difference {
    /// What is missing or too much, in the words of the scenes: a sentence, and the scenarios below it.
    var sentences: [Sentence] {
        switch self {
        case .noUsecase(let name):
            [
                Sentence(
                    en: "The program has no use case \(name). Is its line in Catalogue.swift?",
                    ja: "プログラムにユースケース\(name)がありません。Catalogue.swiftに行はありますか?")
            ]
        case .missing(let scenario):
            [scenario.missing] + scenario.told
        case .other(let when, let should, let does):
            [
                when.isEmpty
                    ? Sentence(en: "A run goes another way than it should:", ja: "求められたのとは違う道をたどる実行があります:")
                    : Sentence(
                        en: "With \(when.joined(separator: ", ")), a run goes another way than it should:",
                        ja: "\(when.joined(separator: "、")) のとき、求められたのとは違う道をたどります:")
            ] + told(should: should, does: does)
        case .tooMuch(let scenario):
            [Sentence(en: "This run is too much:", ja: "この実行は余分です:")] + scenario.told
        case .noCall(let scenario, let call):
            [
                Sentence(en: "A run like this should call \(call), and does not:", ja: "この実行は \(call) を呼ぶはずですが、呼びません:")
            ] + scenario.told
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
                Sentence(en: "`\(command)` goes another way than it should:", ja: "`\(command)` は、求められたのとは違う道をたどります:")
            ] + told(should: should, does: does)
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
                    ja: "`\(command)` の後までに、サービスには順に次の要求が届くはずです:"),
                Sentence("  " + should.joined(separator: ", ")),
                Sentence(en: "and was asked for:", ja: "実際に届いた要求:"),
                does.isEmpty ? Sentence(en: "  nothing", ja: "  なし") : Sentence("  " + does.joined(separator: ", ")),
            ]
        case .broken(let command, let breakdown):
            [breakdown.sentence(on: command)]
        case .noRecording(let usecase, let file):
            [
                Sentence(
                    en: "There is no recording of a run of \(usecase) that reached a goal: \(file)",
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

extension ToldScenario {
    fileprivate var missing: Sentence {
        guard let last = scenes.last, failures.isEmpty else {
            return Sentence(en: "No run ends in an error like this:", ja: "このようにエラーで終わる実行がありません:")
        }
        return Sentence(
            en: "No run that is like this ends in “\(last.text(in: .en))”:",
            ja: "このように進んで「\(last.text(in: .ja))」で終わる実行がありません:")
    }

    /// A scene on each line; a goal is marked with ◎, an error with ✗.
    fileprivate var told: [Sentence] {
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

/// The scenario that was asked for, and the one that happens.
private func told(should: ToldScenario, does: ToldScenario) -> [Sentence] {
    [Sentence(en: "  It should go:", ja: "  求められた道:")] + should.told + [Sentence(en: "  It goes:", ja: "  実際の道:")]
        + does.told
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
                ja: "`\(command)` の出力は報告の形ではありません: \(beginning)")
        }
    }
}
