import Foundation
public import UsecasesEngine
public import UsecasesLaboratory

extension RunWorker {
    /// The invariants of every application with durable runs, for worlds with ``turn(of:limits:)``.
    public static let invariants: [any Invariant.Type] = [
        QueuedRunsEndOnce.self, NotesAreInOrder.self, NotedChangesWereMade.self, LivingServersKeepTheirRuns.self,
        RecordedChangesHappenOnce.self,
    ]
}

/// 待ち行列の実行は、障害がなくなれば一度だけ終わる
public enum QueuedRunsEndOnce: Invariant {
    /// The invariant in both languages.
    public static let sentence = Sentence(
        en: "A queued run ends exactly once, once the surroundings work again", ja: "待ち行列の実行は、障害がなくなれば一度だけ終わる")

    /// Returns all attempts of servers.
    public static func occasions(in history: History) -> [WorldRun] { history.attempts }

    /// Returns the first run that has not ended, or that has ended twice, or `nil` without one.
    public static func breach(on attempts: [WorldRun], in history: History) async throws(ErrorWrapper) -> Sentence? {
        let runs = try await history.server.durableRuns.runs(after: nil, limit: .max, withEnded: true)
        let ends = await history.facts.compactMap { fact -> String? in
            if case .ended(let claim, .goal) = fact { claim.run } else { nil }
        }
        for run in runs {
            let count = ends.count { $0 == "\(run.key)" }
            switch run.state {
            case .cancelled: continue
            case .ended where count == 1: continue
            case .ended:
                return Sentence(
                    en: "\(run.usecase) \(run.key) has ended \(count) times.",
                    ja: "\(run.usecase) \(run.key)が\(count)回終わりました。")
            case .waits, .rests, .plays, .failed:
                return Sentence(
                    en: "\(run.usecase) \(run.key) does not end: \(run.state).",
                    ja: "\(run.usecase) \(run.key)が終わりません: \(run.state)。")
            }
        }
        return nil
    }
}

/// 記録は番号の順に一度ずつ、引き受けているサーバだけが書く
public enum NotesAreInOrder: Invariant {
    /// The invariant in both languages.
    public static let sentence = Sentence(
        en:
            "The notes of a run are written in order, each by one attempt, and only by the one that has claimed the run last",
        ja: "実行の記録は、最後に引き受けたサーバだけが、番号の順に一度ずつ書く")

    /// Returns all attempts of servers.
    public static func occasions(in history: History) -> [WorldRun] { history.attempts }

    /// Returns the first note that is out of order, or `nil` without one.
    public static func breach(on attempts: [WorldRun], in history: History) async -> Sentence? {
        var claims: [String: RunClaim] = [:]
        var notes: [String: [(claim: RunClaim, lines: Data)]] = [:]
        for fact in await history.facts {
            switch fact {
            case .claimed(let claim, let known, _):
                claims[claim.run] = claim
                guard known != notes[claim.run, default: []].map(\.lines) else { continue }
                return Sentence(
                    en: "Attempt \(claim.attempt) of \(claim.run) does not get the notes of the attempts before it.",
                    ja: "\(claim.run)の\(claim.attempt)回目の試みが、それまでの記録を受け取りません。")
            case .noted(let claim, let number, let lines):
                let last = notes[claim.run, default: []].last
                let count = notes[claim.run, default: []].count
                guard claims[claim.run] == claim else {
                    return Sentence(
                        en: "Attempt \(claim.attempt) of \(claim.run) writes note \(number) after another has begun.",
                        ja: "\(claim.run)の\(claim.attempt)回目の試みが、次の試みの始まった後に記録\(number)を書きます。")
                }
                // The answer to the first one may have been lost.
                if number == count, let last, last == (claim, lines) { continue }
                guard number == count + 1 else {
                    return Sentence(
                        en: "Attempt \(claim.attempt) of \(claim.run) writes note \(number) after note \(count).",
                        ja: "\(claim.run)の\(claim.attempt)回目の試みが、記録\(count)の次に記録\(number)を書きます。")
                }
                notes[claim.run, default: []].append((claim, lines))
            case .ended: break
            }
        }
        return nil
    }
}

/// 記録された変更は、なされている
public enum NotedChangesWereMade: Invariant {
    /// The invariant in both languages.
    public static let sentence = Sentence(
        en: "What a queued run has noted as done was done", ja: "待ち行列の実行が済んだと記録した変更は、なされている")

    /// Returns the changes that an attempt took from the notes.
    public static func occasions(in history: History) -> [AnsweredCall] {
        history.attempts.flatMap(\.calls).filter { $0.changes && $0.isFromRecord }
    }

    /// Returns the first change that no attempt has made, or `nil` without one.
    public static func breach(on calls: [AnsweredCall], in history: History) -> Sentence? {
        guard let missing = calls.first(where: { !history.changes.contains($0.name) }) else { return nil }
        return Sentence(
            en: "\(missing.name) is noted, and was not performed.", ja: "\(missing.name)は、記録されたのに行われていません。")
    }
}

/// 動いているサーバの実行は、ほかのサーバに奪われない
public enum LivingServersKeepTheirRuns: Invariant {
    /// The invariant in both languages.
    public static let sentence = Sentence(
        en: "No server takes over the run of a server that has neither died nor been frozen",
        ja: "クラッシュも停止もしていないサーバの実行は、ほかのサーバに引き取られない")

    /// Returns all attempts of servers in an undisturbed world.
    public static func occasions(in history: History) -> [WorldRun] { history.isUndisturbed ? history.attempts : [] }

    /// Returns the first attempt that took a run over, or `nil` without one.
    public static func breach(on attempts: [WorldRun], in history: History) async -> Sentence? {
        for case .claimed(let claim, _, true) in await history.facts {
            return Sentence(
                en: "Attempt \(claim.attempt) takes over \(claim.run) from a server that plays it.",
                ja: "\(claim.attempt)回目の試みが、まだ動いているサーバから\(claim.run)を引き取ります。")
        }
        return nil
    }
}

extension History {
    /// The attempts of servers to play queued runs.
    fileprivate var attempts: [WorldRun] { runs.filter { $0.queued != nil } }

    fileprivate var facts: [RunFact] {
        get async { await (server.durableRuns.adapter as? InMemoryRunQueue)?.facts ?? [] }
    }
}
