public import Usecases

/// 途切れた実行は、周りが直ってからもう一度行えば目的に着く
public enum InterruptedRunsRecover: Promise {
    /// The promise in both languages.
    public static let sentence = Sentence(
        en: "An interrupted run that is run again reaches a goal once its surroundings work again",
        ja: "途切れた実行は、周りが直ってからもう一度行えば目的に着く")

    /// All repetitions of interrupted runs, without those on the server's side.
    public static func occasions(in history: History) -> [ToldRun] {
        history.runs.filter { $0.isRepetition && !$0.isServers }
    }

    /// The first repetition that fails or does not end; `nil` if all of them reach a goal.
    public static func breach(on repetitions: [ToldRun], in history: History) -> Sentence? {
        for run in repetitions {
            switch run.ending {
            case .goal: break
            case .failure(let error):
                let told = ErrorWrapper.names(of: error.name)
                return Sentence(
                    en: "\(run.usecase), run again, fails: \(told.text(in: .en)).",
                    ja: "もう一度行った\(run.usecase)が失敗します: \(told.text(in: .ja))。")
            case .died, nil:
                return Sentence(en: "\(run.usecase), run again, does not end.", ja: "もう一度行った\(run.usecase)が終わりません。")
            }
        }
        return nil
    }
}
