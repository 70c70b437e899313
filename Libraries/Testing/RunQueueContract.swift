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
    private static let lease = Duration.seconds(1)
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

    func addTwice() async throws {
        let run = try await add(1)
        try await add(1)
        expect(try await queue.state(of: run.key), equals: .unfinished)
        expect(try await queue.state(of: try self.run(2).key), equals: nil)
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
        for ending in [.goal(Self.goal), .failure(reason: "late", pause: nil), .givenBack(until: .example)]
            as [AttemptEnding]
        {
            expect(try await queue.end(first.claim, with: ending), equals: false)
        }
        expect(try await queue.state(of: run.key), equals: .unfinished)
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
        expect(try await queue.state(of: run.key), equals: .goal(Self.goal))
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
        expect(try await queue.state(of: run.key), equals: .unfinished)
        expect(try await claim().count, equals: 0)
        try await pass(Self.lease + .milliseconds(200))
        let second = try await claimed()
        expect(second.number, equals: 2)
        expect(second.notes, equals: [Data("one\n".utf8)])
        expect(try await queue.end(second.claim, with: .failure(reason: "never", pause: nil)), equals: true)
        expect(try await queue.state(of: run.key), equals: .failure(reason: "never"))
        try await pass(Self.lease + .milliseconds(200))
        expect(try await claim().count, equals: 0)
    }

    func giveBack() async throws {
        let run = try await add(1)
        let first = try await claimed()
        expect(try await note("one\n", 1, first), equals: true)
        expect(
            try await queue.end(first.claim, with: .givenBack(until: .example - .seconds(1_000_000_000))), equals: true)
        expect(try await note("late\n", 2, first), equals: false)
        let second = try await claimed(by: "b")
        expect(second.number, equals: 1)
        expect(second.notes, equals: [Data("one\n".utf8)])
        expect(
            try await queue.end(second.claim, with: .givenBack(until: .example + .seconds(1_000_000_000))), equals: true
        )
        try await pass(Self.lease + .milliseconds(200))
        expect(try await claim().count, equals: 0)
        expect(try await queue.state(of: run.key), equals: .unfinished)
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
