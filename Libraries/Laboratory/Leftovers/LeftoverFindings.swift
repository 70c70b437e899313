package import Usecases

/// Where this version makes something else of leftovers than the version that left them.
package struct LeftoverFindings: Sendable {
    /// One for each first difference, however many runs have it.
    package struct Finding: Sendable, Hashable {
        package struct Divergence: Sendable, Hashable {
            package let plannedRun: String
            /// The scene in which it is, or `nil` for the beginning of the run.
            package let scene: LeftoverRun.Event?
            /// What the old version does there; `nil` if this version knows no such use case.
            package let old: LeftoverRun.Event?
            /// What this version does there; `nil` if it knows no such use case.
            package let new: LeftoverRun.Event?
        }

        package let difference: Divergence
        /// How many runs have it.
        package internal(set) var count = 0
        /// The first leftover in which it was found.
        package let first: Leftover
        /// The errors by which a run ended that used to reach a goal, in order and each once.
        package internal(set) var failures: [String] = []
        /// What is done that had been done by the run that died, in order and each once.
        package internal(set) var repeated: [String] = []
    }

    package private(set) var findings: [Finding] = []
    /// How many runs were compared.
    package private(set) var runs = 0

    package init() {}

    /// `new` is `nil` if this version knows no such use case.
    package mutating func compare(_ old: LeftoverRun, with new: LeftoverRun?, on leftover: Leftover) {
        runs += 1
        guard old.events != new?.events else { return }
        let difference = Self.difference(old, new)
        let index =
            findings.firstIndex { $0.difference == difference }
            ?? {
                findings.append(Finding(difference: difference, first: leftover))
                return findings.count - 1
            }()
        findings[index].count += 1
        guard let new else { return }
        if let failure = new.failure, old.failure == nil { findings[index].failures.add(failure) }
        guard let died = leftover.died, died.run.plannedRun == old.plannedRun else { return }
        for change in Self.repeated(died, old, new) { findings[index].repeated.add(change) }
    }

    private static func difference(_ old: LeftoverRun, _ new: LeftoverRun?) -> Finding.Divergence {
        let events = new?.events ?? []
        let same = zip(old.events, events).prefix { $0 == $1 }.count
        return Finding.Divergence(
            plannedRun: old.plannedRun, scene: old.scene(at: same),
            old: new == nil ? nil : old.events.dropFirst(same).first, new: events.dropFirst(same).first)
    }

    /// What is changed again that the run before its death had changed, more often than the old version changes it again.
    private static func repeated(_ died: Leftover.Died, _ old: LeftoverRun, _ new: LeftoverRun) -> [String] {
        let done = Set(died.death.moment == .before ? died.run.changesBeforeLast : died.run.changes)
        return Set(new.changes).intersection(done).filter { change in
            new.changes.count { $0 == change } > old.changes.count { $0 == change }
        }.sorted()
    }
}

extension LeftoverRun {
    /// Without the change at which the run died before it was made.
    fileprivate var changesBeforeLast: [String] {
        LeftoverRun(plannedRun: plannedRun, events: events.dropLast()).changes
    }
}

extension [String] {
    fileprivate mutating func add(_ text: String) {
        if !contains(text) { append(text) }
    }
}

/// What runs have left behind on a device, in a folder, and what this version makes of it.
package struct Leftover: Sendable, Hashable, Codable {
    /// A run that died.
    package struct Died: Sendable, Hashable, Codable {
        package let death: LeftoverTap.Death
        package let run: LeftoverRun
    }

    /// The name of its folder.
    package let folder: String
    /// What ran before, one run after the other, undisturbed.
    package let after: [String]
    /// `nil` if no run died.
    package let died: Died?
    /// What each use case does that is run on a copy of it.
    package var runs: [LeftoverRun] = []

    package init(in folder: String, after past: [PlannedRun], died: (run: LeftoverRun, at: LeftoverTap.Death)? = nil) {
        self.folder = folder
        after = past.map(\.description)
        self.died = died.map { Died(death: $0.at, run: $0.run) }
    }

    /// Counted from 0: a run that comes next has other random numbers than those before.
    package var runCount: Int { after.count + (died == nil ? 0 : 1) }
}

extension PlannedRun {
    /// Runs it on what is kept in a folder, as the run with this number there, and returns what it did.
    package func witnessed(
        as number: Int, death: LeftoverTap.Death? = nil,
        ports: (any RandomSource, LeftoverTap) -> Dependencies
    ) async -> (run: LeftoverRun, isDead: Bool) {
        let random = NumberedRandomSource(run: UInt64(number))
        let tap = LeftoverTap(death: death)
        let dependencies = ports(random, tap)
        _ = await perform(dependencies, UUIDv7(clock: dependencies.clock, randomSource: random))
        return (LeftoverRun(plannedRun: description, events: tap.events), tap.isDead)
    }
}
