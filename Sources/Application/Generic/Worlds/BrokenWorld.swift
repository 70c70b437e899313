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

extension World {
    /// The promises that this world breaks, once everything in it has happened.
    func brokenPromises(among promises: [any Promise.Type], after moves: [Move], _ plan: WorldPlan) -> [BrokenWorld] {
        let history = finish()
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
