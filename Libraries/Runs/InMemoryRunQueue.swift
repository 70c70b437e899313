public import Foundation
public import UsecasesEngine

/// What a server has done in a queue.
enum RunFact: Sendable {
    /// `isLost` is whether it took the run over from a server whose lease had ended.
    case claimed(RunClaim, notes: [Data], isLost: Bool)
    case noted(RunClaim, number: Int, Data)
    case ended(RunClaim, AttemptEnding)
}

/// A queue of runs in memory, for tests and for the laboratory.
public actor InMemoryRunQueue: RunQueue {
    private struct Entry {
        enum State {
            case unfinished
            case goal(Data)
            case failed(reason: String)
            case cancelled
        }

        let run: QueuedRun
        /// The time from which a server can claim the run.
        var availableAt: Duration
        /// The event that makes the run available earlier, or `nil`.
        var event: String?
        var attempt = 0
        /// The number of claims. Only the last one can change the run.
        var claims = 0
        /// The server that has claimed the run, and the end of its lease, or `nil`.
        var claim: (server: String, end: Duration)?
        var notes: [Int: Data] = [:]
        var state = State.unfinished
        var endedAt: Duration?

        var lines: [Data] { notes.sorted { $0.key < $1.key }.map(\.value) }

        var hasFailed: Bool { if case .failed = state { true } else { false } }
        var isUnfinished: Bool { if case .unfinished = state { true } else { false } }

        func isAvailable(at now: Duration) -> Bool {
            isUnfinished && claim.map { $0.end <= now } ?? (availableAt <= now)
        }
    }

    private let clock: any Clock
    private var entries: [Entry] = []
    private var events: [String: (content: Data, time: Duration)] = [:]
    /// The claims, notes and ends of servers, in order.
    private(set) var facts: [RunFact] = []

    /// Creates an empty queue. The clock ends the leases.
    public init(clock: any Clock) {
        self.clock = clock
    }

    /// Adds a run, unless there is one with its key.
    public func add(_ run: QueuedRun) {
        guard index(of: run.key) == nil else { return }
        entries.append(Entry(run: run, availableAt: clock.uptime))
    }

    /// Claims runs that wait, or whose lease has ended.
    public func claim(atMost limit: Int, by worker: String, for lease: Duration) -> [ClaimedRun] {
        let now = clock.uptime
        let free = entries.indices.filter { entries[$0].isAvailable(at: now) }
        return free.sorted { entries[$0].availableAt < entries[$1].availableAt }.prefix(limit).map { index in
            // Only a lost claim begins another attempt. One that was given back goes on.
            let isLost = entries[index].claim != nil
            if isLost || entries[index].attempt == 0 { entries[index].attempt += 1 }
            entries[index].claims += 1
            entries[index].claim = (worker, now + lease)
            entries[index].event = nil
            let entry = entries[index]
            let claim = RunClaim(attempt: "\(entry.claims)", run: "\(entry.run.key)")
            facts.append(.claimed(claim, notes: entry.lines, isLost: isLost))
            return ClaimedRun(
                claim, usecase: entry.run.usecase, number: entry.attempt, beginning: entry.run.beginning,
                notes: entry.lines)
        }
    }

    /// Notes the lines. Returns `false` if the claim was lost.
    public func note(_ lines: Data, as number: Int, of claim: RunClaim, for lease: Duration) -> Bool {
        let isNoted = change(claim) { entry in
            entry.notes[number] = lines
            entry.claim?.end = clock.uptime + lease
        }
        if isNoted { facts.append(.noted(claim, number: number, lines)) }
        return isNoted
    }

    /// Extends the lease. Returns `false` if the claim was lost.
    public func extend(_ claim: RunClaim, for lease: Duration) -> Bool {
        change(claim) { $0.claim?.end = clock.uptime + lease }
    }

    /// Ends the run or the attempt. Returns `false` if the claim was lost.
    public func end(_ claim: RunClaim, with ending: AttemptEnding) -> Bool {
        let hasEnded = change(claim) { entry in
            entry.claim = nil
            switch ending {
            case .goal(let goal): entry.state = .goal(goal)
            case .failure(let reason, nil): entry.state = .failed(reason: reason)
            case .failure(_, let pause?):
                entry.availableAt = clock.uptime + pause
                entry.attempt += 1
            case .givenBack(let time, let event):
                entry.availableAt = clock.uptime + (event.map { events[$0] != nil } == true ? .zero : time)
                entry.event = event
            }
            if !entry.isUnfinished { entry.endedAt = clock.uptime }
        }
        if hasEnded { facts.append(.ended(claim, ending)) }
        return hasEnded
    }

    /// Returns the content of the event, or `nil`.
    public func told(_ event: String) -> Data? { events[event]?.content }

    /// Tells the event, unless it was told already, and lets the runs go on that wait for it.
    public func tell(_ event: String, _ content: Data) {
        guard events[event] == nil else { return }
        events[event] = (content, clock.uptime)
        for index in entries.indices where entries[index].event == event {
            entries[index].availableAt = min(entries[index].availableAt, clock.uptime)
        }
    }

    /// Returns the uptimes to come at which a lease ends, or at which a run goes on.
    public func times() -> [Duration] {
        let now = clock.uptime
        return entries.filter(\.isUnfinished).map { $0.claim?.end ?? $0.availableAt }.filter { $0 > now }
    }

    /// Returns how many runs wait, and for how long.
    public func counts() -> RunCounts {
        let now = clock.uptime
        var counts = RunCounts()
        for entry in entries {
            switch entry.state {
            case .goal, .cancelled: break
            case .failed: counts.failed += 1
            case .unfinished where entry.isAvailable(at: now):
                counts.waiting += 1
                counts.longestWait = max(counts.longestWait, now - (entry.claim?.end ?? entry.availableAt))
            case .unfinished: if entry.claim == nil { counts.resting += 1 } else { counts.playing += 1 }
            }
        }
        return counts
    }

    /// Returns runs in the order of their keys.
    public func runs(after key: UUIDv7?, limit: Int, withEnded isEnded: Bool) -> [DurableRun] {
        let wanted = entries.filter { entry in
            if let key, "\(entry.run.key)" <= "\(key)" { return false }
            switch entry.state {
            case .goal, .cancelled: return isEnded
            case .failed, .unfinished: return true
            }
        }
        return wanted.sorted { "\($0.run.key)" < "\($1.run.key)" }.prefix(limit).map(shown)
    }

    /// Returns the run, or `nil` if there is none.
    public func run(_ key: UUIDv7) -> DurableRun? { index(of: key).map { shown(entries[$0]) } }

    /// Cancels the run. Returns `false` if it cannot go on anyway.
    public func cancel(_ key: UUIDv7) -> Bool {
        guard let index = index(of: key) else { return false }
        switch entries[index].state {
        case .goal, .cancelled: return false
        case .failed, .unfinished: break
        }
        entries[index].state = .cancelled
        entries[index].claim = nil
        entries[index].endedAt = clock.uptime
        return true
    }

    /// Lets a run that failed or rests go on now. Returns `false` if it does neither.
    public func retry(_ key: UUIDv7) -> Bool {
        guard let index = index(of: key), entries[index].claim == nil else { return false }
        switch entries[index].state {
        case .goal, .cancelled: return false
        case .failed: entries[index].attempt += 1
        case .unfinished: guard entries[index].availableAt > clock.uptime else { return false }
        }
        entries[index].state = .unfinished
        entries[index].endedAt = nil
        entries[index].availableAt = clock.uptime
        return true
    }

    /// Removes runs that ended, and events that were told, before this time.
    public func removeEnded(for time: Duration, limit: Int) -> Int {
        let end = clock.uptime - time
        for event in events.filter({ $0.value.time <= end }).keys.prefix(limit) { events[event] = nil }
        let old = entries.filter { !$0.hasFailed && $0.endedAt.map { $0 <= end } ?? false }.prefix(limit).map(\.run.key)
        entries.removeAll { old.contains($0.run.key) }
        return old.count
    }

    /// The rest of the lease of the run, or `nil` if nobody has claimed it.
    func lease(of key: UUIDv7) -> Duration? {
        index(of: key).flatMap { entries[$0].claim?.end }.map { $0 - clock.uptime }
    }

    private func shown(_ entry: Entry) -> DurableRun {
        let (uptime, now) = (clock.uptime, clock.now)
        func time(_ time: Duration) -> Timestamp { now + (time - uptime) }
        let state: DurableRun.State =
            switch (entry.state, entry.claim) {
            case (.goal(let goal), _): .ended(goal: String(decoding: goal, as: UTF8.self))
            case (.failed(let reason), _): .failed(reason: reason)
            case (.cancelled, _): .cancelled
            case (.unfinished, let claim?):
                claim.end > uptime
                    ? .plays(server: claim.server, leaseEnd: time(claim.end)) : .waits(since: time(claim.end))
            case (.unfinished, nil):
                entry.availableAt <= uptime
                    ? .waits(since: time(entry.availableAt))
                    : .rests(until: time(entry.availableAt), event: entry.event)
            }
        return DurableRun(
            key: entry.run.key, usecase: entry.run.usecase,
            scene: ClaimedRun.scene(after: entry.run.beginning, entry.lines), attempt: entry.attempt, state: state)
    }

    private func index(of key: UUIDv7) -> Int? { entries.firstIndex { $0.run.key == key } }

    private func change(_ claim: RunClaim, _ change: (inout Entry) -> Void) -> Bool {
        let index = entries.firstIndex { "\($0.run.key)" == claim.run && "\($0.claims)" == claim.attempt }
        guard let index, entries[index].isUnfinished, entries[index].claim != nil else { return false }
        change(&entries[index])
        return true
    }
}
