public import Usecases

/// 途切れる前に記録された変更は、再開した実行では繰り返されない
public enum RecordedChangesHappenOnce: Promise {
    /// The promise in both languages.
    public static let sentence = Sentence(
        en: "What an interrupted run had changed and recorded is not done again by the run that resumes it",
        ja: "途切れる前に変更して記録したことを、再開した実行は繰り返さない")

    /// A run, and the one that resumes it.
    public typealias Occasion = (interrupted: ToldRun, resuming: ToldRun)

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
    private static func interruptedRun(resumedBy run: ToldRun, in history: History) -> ToldRun? {
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
