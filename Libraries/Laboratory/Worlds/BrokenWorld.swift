package import Usecases

/// A world that breaks a promise.
package struct BrokenWorld: Sendable {
    package let name: String
    package let sentence: Sentence
    /// Which values contradict each other.
    package internal(set) var breach: Sentence
    package let plan: WorldPlan
    /// What was decided, in order.
    package let moves: [Move]
    /// What happened, in order.
    package internal(set) var happenings: [Happening]
    package let history: History
}

extension [BrokenWorld] {
    /// Each promise is told once, in the world that came first.
    mutating func add(_ others: [BrokenWorld]) {
        for other in others where !contains(where: { $0.name == other.name }) { append(other) }
    }
}

/// What a world says about the promises.
struct JudgedWorld {
    /// The names of the promises that it could have broken.
    var exercised: Set<String> = []
    var broken: [BrokenWorld] = []
}

extension World {
    /// Checks the promises once everything in this world has happened.
    func judged(by promises: [any Promise.Type], after moves: [Move], _ plan: WorldPlan) -> JudgedWorld {
        var judged = JudgedWorld()
        judge(&judged, by: promises.filter { $0.isKeptMeanwhile }, in: history, after: moves, plan)
        judge(&judged, by: promises, in: finish(), after: moves, plan)
        return judged
    }

    private func judge(
        _ judged: inout JudgedWorld, by promises: [any Promise.Type], in history: History, after moves: [Move],
        _ plan: WorldPlan
    ) {
        guard !promises.isEmpty else { return }
        let happenings = happenings
        let verdicts = wait { () async -> [(any Promise.Type, Verdict)] in
            var verdicts: [(any Promise.Type, Verdict)] = []
            for promise in promises {
                if let verdict = await promise.verdict(on: history) { verdicts.append((promise, verdict)) }
            }
            return verdicts
        }
        for (promise, verdict) in verdicts ?? [] {
            judged.exercised.insert(promise.name)
            guard case .broken(let breach) = verdict else { continue }
            judged.broken.add([
                BrokenWorld(
                    name: promise.name, sentence: promise.sentence, breach: breach, plan: plan, moves: moves,
                    happenings: happenings, history: history)
            ])
        }
    }
}
