public import Usecases

/// 途切れた実行は、周りが直ってからもう一度行えば目的に着く
public enum InterruptedRunsRecover: Invariant {
    /// The invariant in both languages.
    public static let sentence = Sentence(
        en: "An interrupted run that is run again reaches a goal once its surroundings work again",
        ja: "途切れた実行は、周りが直ってからもう一度行えば目的に着く")

    /// All repetitions of interrupted runs, without those on the server's side.
    public static func occasions(in history: History) -> [ObservedWorldRun] {
        history.runs.filter { $0.isRepetition && !$0.isServers }
    }

    /// The first repetition that fails or does not end; `nil` if all of them reach a goal.
    public static func breach(on repetitions: [ObservedWorldRun], in history: History) -> Sentence? {
        for run in repetitions {
            switch run.ending {
            case .goal: break
            case .failure(let error):
                let shown = ErrorWrapper.names(of: error.name)
                return Sentence(
                    en: "\(run.usecase), run again, fails: \(shown.text(in: .en)).",
                    ja: "もう一度行った\(run.usecase)が失敗します: \(shown.text(in: .ja))。")
            case .died, nil:
                return Sentence(en: "\(run.usecase), run again, does not end.", ja: "もう一度行った\(run.usecase)が終わりません。")
            }
        }
        return nil
    }
}

/// 途切れる前に記録された変更は、再開した実行では繰り返されない
public enum RecordedChangesHappenOnce: Invariant {
    /// The invariant in both languages.
    public static let sentence = Sentence(
        en: "What an interrupted run had changed and recorded is not done again by the run that resumes it",
        ja: "途切れる前に変更して記録したことを、再開した実行は繰り返さない")

    /// A run, and the one that resumes it.
    public typealias Occasion = (interrupted: ObservedWorldRun, resuming: ObservedWorldRun)

    /// All runs that certainly resume an interrupted one.
    public static func occasions(in history: History) -> [Occasion] {
        history.runs.filter(\.isDurable).compactMap { resuming in
            interruptedRun(resumedBy: resuming, in: history).map { ($0, resuming) }
        }
    }

    /// The first recorded change that a resuming run makes again; `nil` if none does. Changes with secret
    /// answers are left out.
    public static func breach(on occasions: [Occasion], in history: History) -> Sentence? {
        for (interrupted, resuming) in occasions {
            // From the first difference on, it is another run; after its last change, nothing has to be recorded.
            for (before, now) in zip(interrupted.calls, resuming.calls) {
                guard before.name == now.name else { break }
                if now.changes, !now.isFromRecord, !now.isSecret {
                    // The arguments are in the story, where secrets are numbered.
                    let operation = "\(now.name.port).\(now.name.operation)"
                    return Sentence(
                        en: "\(resuming.usecase) calls \(operation) again.",
                        ja: "\(resuming.usecase)が\(operation)をもう一度呼び出します。")
                }
            }
        }
        return nil
    }

    /// The run whose record this one finds; `nil` if that is not certain, because other runs may have found, made or
    /// forgotten records meanwhile.
    private static func interruptedRun(resumedBy run: ObservedWorldRun, in history: History) -> ObservedWorldRun? {
        let others = history.runs.filter { other in
            other.device == run.device && !run.precedes(other) && other.beganAfter != run.beganAfter
                && (other.forgetsRecords || other.isDurable && other.usecase == run.usecase)
        }
        guard let last = others.last, !last.forgetsRecords, case .died? = last.ending, last.precedes(run),
            others.dropLast().allSatisfy({ $0.precedes(last) })
        else { return nil }
        return last
    }
}
