package import Domain

/// 途切れた実行は、周りが直ってからもう一度行えば目的に着く
package enum InterruptedRunsRecover: Promise {
    package static let sentence = Sentence(
        en: "An interrupted run that is run again reaches a goal once its surroundings work again",
        ja: "途切れた実行は、周りが直ってからもう一度行えば目的に着く")

    package static func breach(in history: History) -> String? {
        for run in history.runs where run.isRepetition && !run.isServers {
            switch run.ending {
            case .goal: break
            case .failure(let error): return "\(run.usecase): \(error.name)"
            case .died, nil: return run.usecase
            }
        }
        return nil
    }
}
