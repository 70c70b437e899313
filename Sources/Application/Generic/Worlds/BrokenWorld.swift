package import Domain

/// A world that breaks a promise.
package struct BrokenWorld: Sendable {
    package let name: String
    package let sentence: Sentence
    /// The values that contradict each other.
    package let breach: String
    package let plan: WorldPlan
    /// What was decided, in order.
    package let moves: [Move]
    /// What happened, in order.
    package let happenings: [Happening]
    package let history: History
}

extension [BrokenWorld] {
    /// Each promise is told once, in the world that came first.
    mutating func add(_ others: [BrokenWorld]) {
        for other in others where !contains(where: { $0.name == other.name }) { append(other) }
    }
}

extension World {
    /// The promises that this world breaks, once everything in it has happened.
    func brokenPromises(among promises: [any Promise.Type], after moves: [Move], _ plan: WorldPlan) -> [BrokenWorld] {
        var worlds = broken(among: promises.filter { $0.isKeptMeanwhile }, in: history, after: moves, plan)
        worlds.add(broken(among: promises, in: finish(), after: moves, plan))
        return worlds
    }

    private func broken(
        among promises: [any Promise.Type], in history: History, after moves: [Move], _ plan: WorldPlan
    ) -> [BrokenWorld] {
        guard !promises.isEmpty else { return [] }
        let happenings = happenings
        let breaches = wait { () async -> [(any Promise.Type, String)] in
            var breaches: [(any Promise.Type, String)] = []
            for promise in promises {
                do throws(ErrorWrapper) {
                    if let breach = try await promise.breach(in: history) { breaches.append((promise, breach)) }
                } catch {
                    breaches.append((promise, error.name))
                }
            }
            return breaches
        }
        return (breaches ?? []).map { promise, breach in
            BrokenWorld(
                name: promise.name, sentence: promise.sentence, breach: breach, plan: plan, moves: moves,
                happenings: happenings, history: history)
        }
    }
}
