public import Foundation
public import UsecasesEngine

/// A queue of runs in memory, for tests and for the laboratory.
public actor InMemoryRunQueue: RunQueue {
    private struct Entry {
        let run: QueuedRun
        var availableAt: Duration
        var attempt = 0
        /// The end of the lease, or `nil` if nobody has claimed the run.
        var leaseEnd: Duration?
        var notes: [Int: Data] = [:]
        var state = RunState.unfinished
    }

    private let clock: any Clock
    private var entries: [Entry] = []

    /// Creates an empty queue. The clock ends the leases.
    public init(clock: any Clock) {
        self.clock = clock
    }

    /// Adds a run, unless there is one with its key.
    public func add(_ run: QueuedRun) {
        guard !entries.contains(where: { $0.run.key == run.key }) else { return }
        entries.append(Entry(run: run, availableAt: clock.uptime))
    }

    /// Claims runs that wait, or whose lease has ended.
    public func claim(atMost limit: Int, by worker: String, for lease: Duration) -> [ClaimedRun] {
        let now = clock.uptime
        let free = entries.indices.filter { index in
            let entry = entries[index]
            return entry.state == .unfinished && entry.leaseEnd.map { $0 <= now } ?? (entry.availableAt <= now)
        }
        return free.sorted { entries[$0].availableAt < entries[$1].availableAt }.prefix(limit).map { index in
            // Only a lost claim begins another attempt. One that was given back goes on.
            if entries[index].leaseEnd != nil || entries[index].attempt == 0 { entries[index].attempt += 1 }
            entries[index].leaseEnd = now + lease
            let entry = entries[index]
            return ClaimedRun(
                RunClaim(attempt: "\(entry.attempt)", run: "\(entry.run.key)"), usecase: entry.run.usecase,
                number: entry.attempt, beginning: entry.run.beginning,
                notes: entry.notes.sorted { $0.key < $1.key }.map(\.value))
        }
    }

    /// Notes the lines. Returns `false` if the claim was lost.
    public func note(_ lines: Data, as number: Int, of claim: RunClaim, for lease: Duration) -> Bool {
        change(claim) { entry in
            entry.notes[number] = lines
            entry.leaseEnd = clock.uptime + lease
        }
    }

    /// Extends the lease. Returns `false` if the claim was lost.
    public func extend(_ claim: RunClaim, for lease: Duration) -> Bool {
        change(claim) { $0.leaseEnd = clock.uptime + lease }
    }

    /// Ends the run or the attempt. Returns `false` if the claim was lost.
    public func end(_ claim: RunClaim, with ending: AttemptEnding) -> Bool {
        change(claim) { entry in
            entry.leaseEnd = nil
            switch ending {
            case .goal(let goal): entry.state = .goal(goal)
            case .failure(let reason, nil): entry.state = .failure(reason: reason)
            case .failure(_, let pause?):
                entry.availableAt = clock.uptime + pause
                entry.attempt += 1
            case .givenBack(let time): entry.availableAt = clock.uptime + max(.zero, time - clock.now)
            }
        }
    }

    /// Returns the state of the run, or `nil` if there is none.
    public func state(of key: UUIDv7) -> RunState? { entries.first { $0.run.key == key }?.state }

    /// The rest of the lease of the run, or `nil` if nobody has claimed it.
    func lease(of key: UUIDv7) -> Duration? {
        entries.first { $0.run.key == key }?.leaseEnd.map { $0 - clock.uptime }
    }

    private func change(_ claim: RunClaim, _ change: (inout Entry) -> Void) -> Bool {
        let index = entries.firstIndex { "\($0.run.key)" == claim.run && "\($0.attempt)" == claim.attempt }
        guard let index, entries[index].state == .unfinished, entries[index].leaseEnd != nil else { return false }
        change(&entries[index])
        return true
    }
}
