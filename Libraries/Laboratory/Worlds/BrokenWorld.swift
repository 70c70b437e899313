import Synchronization
package import UsecasesEngine

/// A world that violates an invariant.
package struct BrokenWorld: Sendable {
    package let name: String
    package let sentence: Sentence
    /// The contradiction between values.
    package internal(set) var breach: Sentence
    package let plan: WorldPlan
    /// The moves, in order.
    package let moves: [Move]
    /// The events, in order.
    package internal(set) var happenings: [Happening]
    package let history: History
    /// How long the search took to find it, or `nil` if it has no clock.
    package internal(set) var foundAfter: Duration?
    /// The number of the random world that broke the invariant first, counted from 1.
    package internal(set) var number: Int?

    /// Returns the world as a smaller form of one that was found earlier.
    func found(like original: BrokenWorld) -> BrokenWorld {
        var copy = self
        (copy.foundAfter, copy.number) = (original.foundAfter, original.number)
        return copy
    }
}

extension [BrokenWorld] {
    /// Adds worlds for invariants that are not in the list. Each invariant keeps its first world.
    mutating func add(_ others: [BrokenWorld]) {
        for other in others where !contains(where: { $0.name == other.name }) { append(other) }
    }
}

/// The result of checking the invariants in a world.
struct JudgedWorld {
    /// The names of the invariants that the world could have violated.
    var exercised: Set<String> = []
    var broken: [BrokenWorld] = []
}

extension World {
    /// Checks the invariants after the last event of this world.
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

/// Numbers the secrets of a world in the order of their first occurrence.
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

    func redacted(_ text: String) -> String {
        let counts = known.withLock { $0.mapValues(\.count) }
        return counts.reduce(text) { text, noun in
            // A greater number can begin with the digits of a smaller one.
            (0..<noun.value).reversed().reduce(text) {
                $0.split(separator: "\(noun.key) \($1 + 1)", omittingEmptySubsequences: false)
                    .joined(separator: Secret.redacted)
            }
        }
    }
}
