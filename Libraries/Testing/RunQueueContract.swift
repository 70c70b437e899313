import Foundation
public import Testing
import UsecasesEngine
public import UsecasesRuns

/// The requirements of every queue of durable runs. They serve as the arguments of a test, as ``JournalContract`` does.
public enum RunQueueContract: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case once = "a run is added once, whoever adds it"
    case waiting = "runs are claimed once, those that wait longest first, and no more than asked for"
    case takenOver = "after the lease, another server goes on from the last note, and the former one changes nothing"
    case extended = "a note and an extension prolong the lease"
    case renewed = "a note that is repeated is kept once"
    case ended = "a run that has ended is not claimed again, and its goal is known"
    case failed = "a run that failed is tried again after the pause, or never"
    case givenBack = "a run that was given back goes on at its time, as the same attempt"
    case woken = "an event lets a run go on that rests for it, whether it is told before or after"
    case toldOnce = "an event is told once, and wakes no run that waits for something else"
    case meeting = "an event that is told while runs begin to rest for it wakes each of them"
    case listed = "the runs are listed in the order of their keys, with their scenes, attempts and states"
    case cancelled = "a run that was cancelled is not played, and who plays it changes nothing more"
    case retried = "a run that failed or rests goes on when it is retried, from its last note"
    case counted = "the runs are counted, and the longest wait is known"
    case removed = "runs and events are removed some time after their end"
    case crowd = "servers that claim at the same time share the runs, and each is noted once"

    /// The requirement as a sentence.
    public var testDescription: String { rawValue }

    /// Checks the requirement. `withQueue` calls the body with a new, empty queue, and with a function that lets time pass for
    /// it. Rethrows an error that the queue throws unexpectedly.
    public func check(
        sourceLocation: SourceLocation = #_sourceLocation,
        withQueue: (
            _ body: (any RunQueue, _ pass: @escaping @Sendable (Duration) async throws -> Void) async throws -> Void
        ) async throws -> Void
    ) async throws {
        try await withQueue { queue, pass in
            let example = Example(queue: queue, pass: pass, place: sourceLocation)
            switch self {
            case .once: try await example.addTwice()
            case .waiting: try await example.wait()
            case .takenOver: try await example.takeOver()
            case .extended: try await example.extend()
            case .renewed: try await example.repeatNote()
            case .ended: try await example.end()
            case .failed: try await example.fail()
            case .givenBack: try await example.giveBack()
            case .woken: try await example.wake()
            case .toldOnce: try await example.tellTwice()
            case .meeting: try await example.meet()
            case .listed: try await example.list()
            case .cancelled: try await example.cancel()
            case .retried: try await example.retry()
            case .counted: try await example.count()
            case .removed: try await example.remove()
            case .crowd: try await example.crowd()
            }
        }
    }
}

/// A use case whose runs are queued.
private enum Delivery: Usecase {
    enum Basics: SceneName {
        case `The courier rings`(door: Int)
    }

    enum Goals: SceneName {
        case `The courier hands over the parcel`(door: Int)
    }

    static let title = "Deliver a parcel"
    static let invocation = Invocation.request("POST /deliveries")
    static let actors: Set<Actor> = [.user]
    static let beginnings: [Step<Self>] = [.basic(.`The courier rings`(door: 1))]
    static let isDurable = true

    static func next(after scene: Step<Self>, with dependencies: Dependencies) -> Scene<Self> {
        switch scene {
        case .basic(.`The courier rings`(let door)): .last(.`The courier hands over the parcel`(door: door))
        }
    }
}

private struct Example: Sendable {
    /// The calls between two passages of time must take less, on a busy machine too.
    private static let lease = Duration.seconds(3)
    private static let long = Duration.seconds(1_000_000)
    private static let goal = Data(#"{"door":1}"#.utf8)

    let queue: any RunQueue
    let pass: @Sendable (Duration) async throws -> Void
    let place: SourceLocation

    private func expect<Value: Equatable>(_ actual: Value, equals expected: Value) {
        #expect(actual == expected, sourceLocation: place)
    }

    private func run(_ number: Int) throws -> QueuedRun {
        let key = UUIDv7(at: .example + .seconds(number), random: (1, UInt64(number)))
        return try QueuedRun(Step<Delivery>.basic(.`The courier rings`(door: number)), as: .user, key: key)
    }

    @discardableResult private func add(_ number: Int) async throws -> QueuedRun {
        let run = try run(number)
        try await queue.add(run)
        return run
    }

    private func claim(_ limit: Int = 10, by worker: String = "a") async throws -> [ClaimedRun] {
        try await queue.claim(atMost: limit, by: worker, for: Self.lease)
    }

    /// The first look may only find that a lease has ended.
    private func claimed(by worker: String = "a") async throws -> ClaimedRun {
        let first = try await claim(by: worker).first
        let second = first == nil ? try await claim(by: worker).first : first
        return try #require(second, sourceLocation: place)
    }

    private func note(_ text: String, _ number: Int, _ run: ClaimedRun) async throws -> Bool {
        try await queue.note(Data(text.utf8), as: number, of: run.claim, for: Self.lease)
    }

    private static func rest(for event: String) -> AttemptEnding { .givenBack(for: long, event: event) }

    private static func name(_ state: DurableRun.State) -> String {
        switch state {
        case .waits: "waits"
        case .rests(_, let event): "rests\(event.map { " for \($0)" } ?? "")"
        case .plays(let server, _): "plays on \(server)"
        case .failed(let reason): "failed: \(reason)"
        case .ended: "ended"
        case .cancelled: "cancelled"
        }
    }

    private func isUnfinished(_ run: QueuedRun) async throws -> Bool {
        try await queue.run(run.key)?.state.isUnfinished ?? false
    }

    func addTwice() async throws {
        let run = try await add(1)
        try await add(1)
        expect(try await isUnfinished(run), equals: true)
        expect(try await queue.run(try self.run(2).key), equals: nil)
        let claimed = try await claim()
        expect(claimed.map(\.beginning), equals: [run.beginning])
        expect(claimed.map(\.usecase), equals: ["Delivery"])
        expect(claimed.map(\.number), equals: [1])
        try await add(1)
        expect(try await claim(by: "b").count, equals: 0)
    }

    func wait() async throws {
        var runs: [Data] = []
        for number in 1...5 { runs.append(try await add(number).beginning) }
        expect(try await claim(2).map(\.beginning), equals: Array(runs[..<2]))
        expect(try await claim(2, by: "b").map(\.beginning), equals: Array(runs[2..<4]))
        expect(try await claim(2).map(\.beginning), equals: Array(runs[4...]))
        expect(try await claim().count, equals: 0)
    }

    func takeOver() async throws {
        let run = try await add(1)
        let first = try await claimed()
        expect(try await note("one\n", 1, first), equals: true)
        expect(try await note("two\n", 2, first), equals: true)
        try await pass(Self.lease + .milliseconds(200))
        let second = try await claimed(by: "b")
        expect(second.notes.map { String(decoding: $0, as: UTF8.self) }, equals: ["one\n", "two\n"])
        expect(second.number, equals: 2)
        expect(try await note("late\n", 3, first), equals: false)
        expect(try await note("late\n", 2, first), equals: false)
        expect(try await queue.extend(first.claim, for: Self.lease), equals: false)
        for ending in [.goal(Self.goal), .failure(reason: "late", pause: nil), .givenBack(for: .zero)]
            as [AttemptEnding]
        {
            expect(try await queue.end(first.claim, with: ending), equals: false)
        }
        expect(try await isUnfinished(run), equals: true)
        expect(try await note("three\n", 3, second), equals: true)
        try await pass(Self.lease + .milliseconds(200))
        let third = try await claimed(by: "c")
        expect(third.notes.map { String(decoding: $0, as: UTF8.self) }, equals: ["one\n", "two\n", "three\n"])
    }

    func extend() async throws {
        try await add(1)
        let run = try await claimed()
        for number in 1...4 {
            try await pass(Self.lease * 0.6)
            let isHeld =
                number % 2 == 0
                ? try await queue.extend(run.claim, for: Self.lease) : try await note("\(number)\n", number, run)
            expect(isHeld, equals: true)
            expect(try await claim(by: "b").count, equals: 0)
        }
    }

    func repeatNote() async throws {
        try await add(1)
        let run = try await claimed()
        expect(try await note("one\n", 1, run), equals: true)
        expect(try await note("one\n", 1, run), equals: true)
        try await pass(Self.lease + .milliseconds(200))
        expect(try await claimed(by: "b").notes, equals: [Data("one\n".utf8)])
    }

    func end() async throws {
        let run = try await add(1)
        let claimed = try await claimed()
        expect(try await queue.end(claimed.claim, with: .goal(Self.goal)), equals: true)
        expect(try await queue.run(run.key)?.state, equals: .ended(goal: String(decoding: Self.goal, as: UTF8.self)))
        expect(try await note("late\n", 1, claimed), equals: false)
        try await add(1)
        try await pass(Self.lease + .milliseconds(200))
        expect(try await claim().count, equals: 0)
    }

    func fail() async throws {
        let run = try await add(1)
        let first = try await claimed()
        expect(try await note("one\n", 1, first), equals: true)
        expect(try await queue.end(first.claim, with: .failure(reason: "no", pause: Self.lease)), equals: true)
        expect(try await isUnfinished(run), equals: true)
        expect(try await claim().count, equals: 0)
        try await pass(Self.lease + .milliseconds(200))
        let second = try await claimed()
        expect(second.number, equals: 2)
        expect(second.notes, equals: [Data("one\n".utf8)])
        expect(try await queue.end(second.claim, with: .failure(reason: "never", pause: nil)), equals: true)
        expect(try await queue.run(run.key)?.state, equals: .failed(reason: "never"))
        try await pass(Self.lease + .milliseconds(200))
        expect(try await claim().count, equals: 0)
    }

    func giveBack() async throws {
        let run = try await add(1)
        let first = try await claimed()
        expect(try await note("one\n", 1, first), equals: true)
        expect(
            try await queue.end(first.claim, with: .givenBack(for: .zero)), equals: true)
        expect(try await note("late\n", 2, first), equals: false)
        let second = try await claimed(by: "b")
        expect(second.number, equals: 1)
        expect(second.notes, equals: [Data("one\n".utf8)])
        // A statement whose outcome was unknown may be executed late.
        expect(try await note("late\n", 2, first), equals: false)
        expect(try await queue.end(first.claim, with: .givenBack(for: .zero)), equals: false)
        expect(
            try await queue.end(second.claim, with: .givenBack(for: .seconds(1_000_000))), equals: true)
        try await pass(Self.lease + .milliseconds(200))
        expect(try await claim().count, equals: 0)
        expect(try await isUnfinished(run), equals: true)
    }

    func wake() async throws {
        try await queue.tell("before", Data("1".utf8))
        for event in ["before", "after"] {
            try await add(1)
            let first = try await claimed()
            _ = try await note("one\n", 1, first)
            expect(try await queue.end(first.claim, with: Self.rest(for: event)), equals: true)
            if event == "after" {
                expect(try await claim().count, equals: 0)
                try await queue.tell("after", Data("2".utf8))
            }
            let second = try await claimed(by: "b")
            expect(second.number, equals: 1)
            expect(second.notes, equals: [Data("one\n".utf8)])
            expect(try await queue.end(second.claim, with: .givenBack(for: .zero)), equals: true)
        }
    }

    func tellTwice() async throws {
        expect(try await queue.told("paid"), equals: nil)
        try await add(1)
        try await add(2)
        let runs = try await claim()
        for run in runs {
            let inVain = AttemptEnding.givenBack(for: Self.lease, event: run.claim == runs[0].claim ? "other" : "paid")
            expect(try await queue.end(run.claim, with: inVain), equals: true)
        }
        try await pass(Self.lease + .milliseconds(200))
        let late = try await claim()
        expect(late.map(\.number), equals: [1, 1])
        // No run waits for this event now.
        try await queue.tell("other", Data("0".utf8))
        expect(try await claim(by: "b").count, equals: 0)
        for run in late {
            let ending = run.beginning == runs[0].beginning ? Self.rest(for: "never") : .givenBack(for: Self.long)
            expect(try await queue.end(run.claim, with: ending), equals: true)
        }
        for text in ["1", "2"] { try await queue.tell("paid", Data(text.utf8)) }
        expect(try await queue.told("paid"), equals: Data("1".utf8))
        expect(try await queue.told("another"), equals: nil)
        expect(try await claim().count, equals: 0)
    }

    func meet() async throws {
        for number in 1...30 { try await add(number) }
        let runs = try await claim(30)
        try await withThrowingDiscardingTaskGroup { group in
            for (index, run) in runs.enumerated() {
                if index == 15 { group.addTask { try await queue.tell("paid", Data("1".utf8)) } }
                group.addTask { expect(try await queue.end(run.claim, with: Self.rest(for: "paid")), equals: true) }
            }
        }
        expect(try await claim(30).count, equals: 30)
    }

    func list() async throws {
        for number in [3, 1, 2, 4] { try await add(number) }
        let claimed = try await claim(3, by: "server 1").sorted { $0.beginning.lexicographicallyPrecedes($1.beginning) }
        _ = try await note(
            #"{"call":{"arguments":[],"scene":"The courier waits"}}"# + "\n", 1, try #require(claimed.first))
        expect(try await queue.end(claimed[0].claim, with: Self.rest(for: "door 1")), equals: true)
        expect(try await queue.end(claimed[1].claim, with: .goal(Self.goal)), equals: true)

        let all = try await queue.runs(after: nil, limit: 10, withEnded: true)
        expect(all.map(\.key), equals: try (1...4).map { try run($0).key })
        expect(Set(all.map(\.usecase)), equals: ["Delivery"])
        expect(all.map(\.scene), equals: ["The courier waits"] + Array(repeating: "The courier rings", count: 3))
        expect(all.map(\.attempt), equals: [1, 1, 1, 0])
        expect(all.map { Self.name($0.state) }, equals: ["rests for door 1", "ended", "plays on server 1", "waits"])
        expect(try await queue.run(try run(1).key), equals: all.first)
        let unfinished = try await queue.runs(after: nil, limit: 2, withEnded: false)
        expect(unfinished.map(\.key), equals: [all[0].key, all[2].key])
        let rest = try await queue.runs(after: all[2].key, limit: 2, withEnded: false)
        expect(rest.map(\.key), equals: [all[3].key])
        if case .rests(let until, _) = all[0].state, case .waits(let since) = all[3].state {
            let time = until - since
            #expect(time >= Self.long && time < Self.long + .seconds(60), "\(time)", sourceLocation: place)
        }
        try await pass(Self.lease + .milliseconds(200))
        expect(try await queue.run(all[2].key).map { Self.name($0.state) }, equals: "waits")
    }

    func cancel() async throws {
        for number in 1...4 { try await add(number) }
        let runs = try await claim(3)
        _ = try await queue.end(runs[1].claim, with: Self.rest(for: "paid"))
        _ = try await queue.end(runs[2].claim, with: .failure(reason: "no", pause: nil))
        for number in 1...4 {
            let key = try run(number).key
            expect(try await queue.cancel(key), equals: true)
            expect(try await queue.run(key)?.state, equals: .cancelled)
            expect(try await queue.cancel(key), equals: false)
            expect(try await queue.retry(key), equals: false)
        }
        expect(try await note("late\n", 1, runs[0]), equals: false)
        expect(try await queue.extend(runs[0].claim, for: Self.lease), equals: false)
        expect(try await queue.end(runs[0].claim, with: .goal(Self.goal)), equals: false)
        try await queue.tell("paid", Data("1".utf8))
        try await pass(Self.lease + .milliseconds(200))
        expect(try await claim().count, equals: 0)
        expect(try await queue.cancel(try run(5).key), equals: false)
        try await add(6)
        expect(try await queue.end(try await claimed().claim, with: .goal(Self.goal)), equals: true)
        expect(try await queue.cancel(try run(6).key), equals: false)
        expect(try await queue.runs(after: nil, limit: 10, withEnded: false), equals: [])
    }

    func retry() async throws {
        let key = try await add(1).key
        expect(try await queue.retry(key), equals: false)
        let first = try await claimed()
        expect(try await queue.retry(key), equals: false)
        expect(try await note("one\n", 1, first), equals: true)
        expect(try await queue.end(first.claim, with: Self.rest(for: "paid")), equals: true)
        expect(try await queue.retry(key), equals: true)
        let second = try await claimed()
        expect(second.number, equals: 1)
        expect(try await queue.end(second.claim, with: .givenBack(for: Self.long)), equals: true)
        // The run does not wait for it any more.
        try await queue.tell("paid", Data("1".utf8))
        expect(try await claim().count, equals: 0)
        expect(try await queue.retry(key), equals: true)
        let third = try await claimed()
        expect(try await queue.end(third.claim, with: .failure(reason: "no", pause: nil)), equals: true)
        expect(try await queue.retry(key), equals: true)
        let fourth = try await claimed()
        expect(fourth.number, equals: 2)
        expect(fourth.notes, equals: [Data("one\n".utf8)])
        #expect(fourth.claim.attempt != third.claim.attempt, sourceLocation: place)
        // A server that dies has not failed.
        try await pass(Self.lease + .milliseconds(200))
        expect(try await claimed(by: "b").number, equals: 3)
        expect(try await queue.retry(try run(2).key), equals: false)
    }

    func count() async throws {
        expect(try await queue.counts(), equals: RunCounts())
        for number in 1...5 { try await add(number) }
        try await pass(.milliseconds(1_200))
        let runs = try await queue.claim(atMost: 4, by: "a", for: Self.long)
        _ = try await queue.end(runs[0].claim, with: Self.rest(for: "paid"))
        _ = try await queue.end(runs[1].claim, with: .failure(reason: "no", pause: nil))
        _ = try await queue.end(runs[2].claim, with: .goal(Self.goal))
        var counts = try await queue.counts()
        let wait = counts.longestWait
        #expect(wait >= .seconds(1) && wait < .seconds(60), "\(wait)", sourceLocation: place)
        counts.longestWait = .zero
        expect(counts, equals: RunCounts(waiting: 1, resting: 1, playing: 1, failed: 1))
        _ = try await claimed()
        try await pass(Self.lease + .milliseconds(200))
        counts = try await queue.counts()
        counts.longestWait = .zero
        expect(counts, equals: RunCounts(waiting: 1, resting: 1, playing: 1, failed: 1))
    }

    func remove() async throws {
        for number in 1...5 { try await add(number) }
        let runs = try await claim(4)
        _ = try await queue.end(runs[0].claim, with: .goal(Self.goal))
        _ = try await queue.end(runs[1].claim, with: .failure(reason: "no", pause: nil))
        _ = try await queue.cancel(try run(3).key)
        _ = try await queue.end(runs[3].claim, with: Self.rest(for: "open"))
        try await queue.tell("paid", Data("1".utf8))
        expect(try await queue.removeEnded(for: .seconds(3_600), limit: 10), equals: 0)
        expect(try await queue.told("paid"), equals: Data("1".utf8))
        try await pass(.milliseconds(1_200))
        expect(try await queue.removeEnded(for: .seconds(1), limit: 1), equals: 1)
        expect(try await queue.removeEnded(for: .seconds(1), limit: 10), equals: 1)
        expect(try await queue.told("paid"), equals: nil)
        expect(
            try await queue.runs(after: nil, limit: 10, withEnded: true).map(\.key),
            equals: try [2, 4, 5].map { try run($0).key })
        try await queue.tell("open", Data("1".utf8))
        expect(try await claim().count, equals: 2)
    }

    func crowd() async throws {
        for number in 1...60 { try await add(number) }
        let noted = try await withThrowingTaskGroup(of: [Data].self) { group in
            for worker in 1...6 {
                group.addTask {
                    var noted: [Data] = []
                    while let run = try await claim(1, by: "\(worker)").first {
                        expect(try await note("\(worker)\n", 1, run), equals: true)
                        expect(try await queue.end(run.claim, with: .goal(Self.goal)), equals: true)
                        noted.append(run.beginning)
                    }
                    return noted
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        expect(noted.count, equals: 60)
        expect(Set(noted).count, equals: 60)
    }
}
