package import Domain

/// 途切れた実行は、周りが直ってからもう一度行えば目的に着く
package enum InterruptedRunsRecover: Promise {
    package static let sentence = Sentence(
        en: "An interrupted run that is run again reaches a goal once its surroundings work again",
        ja: "途切れた実行は、周りが直ってからもう一度行えば目的に着く")

    package static func occasions(in history: History) -> [ToldRun] {
        history.runs.filter { $0.isRepetition && !$0.isServers }
    }

    package static func breach(on repetitions: [ToldRun], in history: History) -> String? {
        for run in repetitions {
            switch run.ending {
            case .goal: break
            case .failure(let error): return "\(run.usecase): \(error.name)"
            case .died, nil: return run.usecase
            }
        }
        return nil
    }
}
