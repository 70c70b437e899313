public import UsecasesEngine

/// 中断された実行は、障害がなくなってからもう一度行えばゴールに達する
public enum InterruptedRunsRecover: Invariant {
    /// The invariant in both languages.
    public static let sentence = Sentence(
        en: "An interrupted run that is run again reaches a goal once its surroundings work again",
        ja: "中断された実行は、障害がなくなってからもう一度行えばゴールに達する")

    /// Returns all repetitions of interrupted runs, except those on the server's side.
    public static func occasions(in history: History) -> [WorldRun] {
        history.runs.filter { $0.isRepetition && !$0.isServers }
    }

    /// Returns the first repetition that fails or does not end, or `nil` if all of them reach a goal.
    public static func breach(on repetitions: [WorldRun], in history: History) -> Sentence? {
        for run in repetitions {
            switch run.ending {
            case .goal: break
            case .failure(let error):
                let shown = ErrorWrapper.names(of: error.name)
                return Sentence(
                    en: "\(run.usecase), run again, fails: \(shown.text(in: .en)).",
                    ja: "もう一度実行した\(run.usecase)が失敗します: \(shown.text(in: .ja))。")
            case .died, nil:
                return Sentence(en: "\(run.usecase), run again, does not end.", ja: "もう一度実行した\(run.usecase)が終わりません。")
            }
        }
        return nil
    }
}

/// 中断の前に記録された変更を、再開した実行は繰り返さない
public enum RecordedChangesHappenOnce: Invariant {
    /// The invariant in both languages.
    public static let sentence = Sentence(
        en: "What an interrupted run had changed and recorded is not done again by the run that resumes it",
        ja: "中断の前に記録された変更を、再開した実行は繰り返さない")

    /// An interrupted run, and the run that resumes it.
    public typealias Occasion = (interrupted: WorldRun, resuming: WorldRun)

    /// Returns all runs that certainly resume an interrupted one, and all attempts of servers after others.
    public static func occasions(in history: History) -> [Occasion] {
        let attempts = history.runs.enumerated().flatMap { index, attempt in
            history.runs[..<index].filter { $0.queued != nil && $0.queued == attempt.queued }.map { ($0, attempt) }
        }
        return attempts
            + history.runs.filter(\.isDurable).compactMap { resuming in
                interruptedRun(resumedBy: resuming, in: history).map { ($0, resuming) }
            }
    }

    /// Returns the first recorded change that a resuming run repeats, or `nil` without one. Changes with secret answers
    /// are ignored.
    public static func breach(on occasions: [Occasion], in history: History) -> Sentence? {
        for (interrupted, resuming) in occasions {
            // Stop at the first difference, because later calls are not comparable. The calls after the last change of
            // a run need not be recorded.
            for (before, now) in zip(interrupted.calls, resuming.calls) {
                // A queue lets a change that failed be tried again.
                guard before.name == now.name, !before.hasFailed || interrupted.queued == nil else { break }
                // The secret answer of a call is not recorded, and its repetition may fail.
                if now.changes, !now.isFromRecord, !now.isSecret, !before.isSecret {
                    // The report contains the arguments, with numbers for secrets.
                    let operation = "\(now.name.port).\(now.name.operation)"
                    return Sentence(
                        en: "\(resuming.usecase) calls \(operation) again.",
                        ja: "\(resuming.usecase)が\(operation)をもう一度呼び出します。")
                }
            }
        }
        return nil
    }

    /// Returns the interrupted run that this run resumes. Returns `nil` if other runs may have found, created or
    /// discarded records between the two.
    private static func interruptedRun(resumedBy run: WorldRun, in history: History) -> WorldRun? {
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
