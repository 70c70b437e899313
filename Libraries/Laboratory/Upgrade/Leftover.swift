package import Usecases

/// What runs have left behind on a device, in a folder, and what this version makes of it.
package struct Leftover: Sendable, Hashable, Codable {
    /// A run that died.
    package struct Died: Sendable, Hashable, Codable {
        package let death: Witness.Death
        package let run: WitnessedRun
    }

    /// The name of its folder.
    package let folder: String
    /// What ran before, one run after the other, undisturbed.
    package let after: [String]
    /// `nil` if no run died.
    package let died: Died?
    /// What each use case does that is run on a copy of it.
    package var runs: [WitnessedRun] = []

    package init(in folder: String, after past: [Undertaking], died: (run: WitnessedRun, at: Witness.Death)? = nil) {
        self.folder = folder
        after = past.map(\.description)
        self.died = died.map { Died(death: $0.at, run: $0.run) }
    }

    /// Counted from 0: a run that comes next has other random numbers than those before.
    package var runCount: Int { after.count + (died == nil ? 0 : 1) }
}

extension Undertaking {
    /// Runs it on what is kept in a folder, as the run with this number there, and returns what it did.
    package func witnessed(
        as number: Int, death: Witness.Death? = nil,
        ports: (any RandomSource, Witness) -> Dependencies
    ) async -> (run: WitnessedRun, isDead: Bool) {
        let random = NumberedRandomSource(run: UInt64(number))
        let witness = Witness(death: death)
        let dependencies = ports(random, witness)
        _ = await perform(dependencies, UUIDv7(clock: dependencies.clock, randomSource: random))
        return (WitnessedRun(undertaking: description, events: witness.events), witness.isDead)
    }
}
