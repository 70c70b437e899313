import Synchronization
package import Usecases

/// A world that breaks an invariant.
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
    /// Each invariant is told once, in the world that came first.
    mutating func add(_ others: [BrokenWorld]) {
        for other in others where !contains(where: { $0.name == other.name }) { append(other) }
    }
}

/// What a world says about the invariants.
struct JudgedWorld {
    /// The names of the invariants that it could have broken.
    var exercised: Set<String> = []
    var broken: [BrokenWorld] = []
}

extension World {
    /// Checks the invariants once everything in this world has happened.
    func judged(by invariants: [any Invariant.Type], after moves: [Move], _ plan: WorldPlan) -> JudgedWorld {
        var judged = JudgedWorld()
        judge(&judged, by: invariants.filter { $0.holdsMeanwhile }, in: history, after: moves, plan)
        judge(&judged, by: invariants, in: finish(), after: moves, plan)
        return judged
    }

    private func judge(
        _ judged: inout JudgedWorld, by invariants: [any Invariant.Type], in history: History, after moves: [Move],
        _ plan: WorldPlan
    ) {
        guard !invariants.isEmpty else { return }
        let happenings = happenings
        let verdicts = wait { () async -> [(any Invariant.Type, Verdict)] in
            var verdicts: [(any Invariant.Type, Verdict)] = []
            for invariant in invariants {
                if let verdict = await invariant.verdict(on: history) { verdicts.append((invariant, verdict)) }
            }
            return verdicts
        }
        for (invariant, verdict) in verdicts ?? [] {
            judged.exercised.insert(invariant.name)
            guard case .broken(let breach) = verdict else { continue }
            judged.broken.add([
                BrokenWorld(
                    name: invariant.name, sentence: invariant.sentence, breach: breach, plan: plan, moves: moves,
                    happenings: happenings, history: history)
            ])
        }
    }
}

/// Numbers the secrets of a world in the order in which they are first printed.
final class SecretNumbers: SecretNumbering {
    private let known = Mutex<[String: [Secret]]>([:])

    func number(of secret: Secret, amongEach noun: String) -> Int {
        known.withLock { known in
            let others = known[noun, default: []]
            if let index = others.firstIndex(of: secret) { return index + 1 }
            known[noun] = others + [secret]
            return others.count + 1
        }
    }
}
