package import UsecasesEngine

/// The differences between this version and the version that created the leftovers, in runs on these leftovers.
package struct LeftoverFindings: Sendable {
    /// A first difference, for all runs that have it.
    package struct Finding: Sendable, Hashable {
        package struct Divergence: Sendable, Hashable {
            package let plannedRun: String
            /// The scene of the difference, or `nil` for the beginning of the run.
            package let scene: LeftoverRun.Event?
            /// The event of the old version, or `nil` if it has no further event or this version has no such use case.
            package let old: LeftoverRun.Event?
            /// The event of this version, or `nil` if it has no further event or no such use case.
            package let new: LeftoverRun.Event?
        }

        package let difference: Divergence
        /// The number of runs with this difference.
        package internal(set) var count = 0
        /// The first leftover with this difference.
        package let first: Leftover
        /// The errors of runs that reached a goal in the old version, in order and without duplicates.
        package internal(set) var failures: [String] = []
        /// The changes that the dead run had already made and this version repeats, in order and without duplicates.
        package internal(set) var repeated: [String] = []
    }

    package private(set) var findings: [Finding] = []
    /// The number of compared runs.
    package private(set) var runs = 0

    package init() {}

    /// Compares two runs. `new` is `nil` if this version has no such use case.
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

    /// Returns the changes of the dead run that this version repeats more often than the old version does.
    private static func repeated(_ died: Leftover.Died, _ old: LeftoverRun, _ new: LeftoverRun) -> [String] {
        let done = Set(died.death.moment == .before ? died.run.changesBeforeLast : died.run.changes)
        return Set(new.changes).intersection(done).filter { change in
            new.changes.count { $0 == change } > old.changes.count { $0 == change }
        }.sorted()
    }
}

extension LeftoverRun {
    /// The changes without the last one, because the run died before it.
    fileprivate var changesBeforeLast: [String] {
        LeftoverRun(plannedRun: plannedRun, events: events.dropLast()).changes
    }
}

extension [String] {
    fileprivate mutating func add(_ text: String) {
        if !contains(text) { append(text) }
    }
}

/// The data that runs left on a device, in a folder, and the runs of a version on this data.
package struct Leftover: Sendable, Hashable, Codable {
    /// A run that died.
    package struct Died: Sendable, Hashable, Codable {
        package let death: LeftoverTap.Death
        package let run: LeftoverRun
    }

    /// The name of the folder.
    package let folder: String
    /// The earlier runs, one after the other and undisturbed.
    package let after: [String]
    /// The run that died, or `nil` if no run died.
    package let died: Died?
    /// The run of each use case on a copy of the folder.
    package var runs: [LeftoverRun] = []

    package init(in folder: String, after past: [PlannedRun], died: (run: LeftoverRun, at: LeftoverTap.Death)? = nil) {
        self.folder = folder
        after = past.map(\.description)
        self.died = died.map { Died(death: $0.at, run: $0.run) }
    }

    /// The number of earlier runs, and the zero-based index of the next run. Each run has different random numbers.
    package var runCount: Int { after.count + (died == nil ? 0 : 1) }
}

extension PlannedRun {
    /// Performs the planned run on the data in a folder, as the run with this number, and returns its events.
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
