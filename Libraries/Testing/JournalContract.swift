import Synchronization
public import Testing
public import UsecasesEngine
import UsecasesStorage

/// The requirements of every adapter of the journal. They serve as the arguments of a test:
///
/// ```swift
/// @Test(arguments: JournalContract.allCases)
/// func `The journal of the shop keeps every promise`(promise: JournalContract) async throws {
///     try await promise.check { body in
///         let journal = ShopJournal()
///         try await body(journal) { await journal.text }
///     }
/// }
/// ```
public enum JournalContract: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case resumed = "wherever a run is interrupted, the next one goes on from there, to the same goal"
    case resumedAgain = "a run that goes on can be interrupted, too"
    case performedAgain = "what was performed but not noted is performed again, with the same key"
    case untilTheLastChange = "after its last change, a run follows what is stored now"
    case discarded = "what is discarded is not resumed"
    case forbidden = "an actor who may not run the use case takes nothing over"
    case unchanged = "nothing is written before something changes"
    case secret = "secrets are not written"
    case failed = "a run that failed is not resumed"
    case anyHistory = "after any history of interruptions, it does what the journal in memory does"
    case apart = "runs at the same time take nothing from each other"
    case newest = "of several interrupted runs of a use case, the newest goes on, and the others are removed"

    /// The requirement as a sentence.
    public var testDescription: String { rawValue }

    /// Checks the requirement with new, empty journals. For each journal, `withJournal` creates it, passes it to `body`
    /// with a function that returns its whole text, and then removes it.
    ///
    /// `tries` is the number of random histories. Rethrows an error that the journal throws unexpectedly.
    public func check(
        tries: Int = 20, sourceLocation: SourceLocation = #_sourceLocation,
        withJournal: (
            _ body: (any Journal, _ text: @escaping @Sendable () async throws -> String) async throws -> Void
        ) async throws -> Void
    ) async throws {
        func example(_ check: @escaping (Example) async throws -> Void) async throws {
            try await withJournal { journal, text in
                try await check(Example(desk: Desk(journal: journal), text: text, place: sourceLocation))
            }
        }
        switch self {
        case .resumed:
            for call in 1...Errand.calls {
                for moment in Crash.Moment.allCases {
                    try await example { try await $0.resume(Crash(at: call, moment)) }
                }
            }
        case .resumedAgain: try await example { try await $0.resumeAgain() }
        case .performedAgain: try await example { try await $0.performAgain() }
        case .untilTheLastChange: try await example { try await $0.stampMeanwhile() }
        case .discarded: try await example { try await $0.discard() }
        case .forbidden: try await example { try await $0.forbid() }
        case .unchanged: try await example { try await $0.changeNothing() }
        case .secret: try await example { try await $0.keepSecret() }
        case .failed: try await example { try await $0.fail() }
        case .apart: try await example { try await $0.runAtTheSameTime() }
        case .newest: for last in 0..<3 { try await example { try await $0.resumeNewest(endingLast: last) } }
        case .anyHistory:
            await forAll(tries, sourceLocation: sourceLocation) {
                $0.list(0...8, of: Step.random)
            } holds: { steps in
                let model = InMemoryJournal()
                let expected = try await Desk(journal: model).observe(steps) { await model.text }
                try await withJournal { journal, text in
                    try promise(try await Desk(journal: journal).observe(steps, text), is: expected)
                }
            }
        }
    }
}

// MARK: - The use case

/// A use case that orders a number under a new key, and checks whether it is stamped.
private enum Errand: Usecase {
    enum Basics: SceneName {
        case `The clerk looks for the number`
        case `The clerk looks for the stamp`(number: String)
    }

    enum Alternatives: SceneName {
        case `If there is no number, the clerk orders one`
    }

    enum Goals: SceneName {
        case `If there is a stamp, the clerk files the number`(number: String)
        case `If there is no stamp, the clerk waits`
    }

    static let title = "Order a number"
    static let invocation = Invocation.command("order")
    static let actors: Set<Actor> = [.user]
    static let isDurable = true
    static let initial = Step<Self>.basic(.`The clerk looks for the number`)
    static let beginnings: [Step<Self>] = [initial]

    static let number = Key<String>("contract.number", example: ("stored", "n-1"))
    static let key = Key<Token>("contract.key", example: ("stored", Token("k-1")))
    static let stamp = Key<Bool>("contract.stamp", example: ("stored", true))
    /// The number of calls in a run that orders a number. The second to the fourth call change something.
    static let calls = 5

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        let store = dependencies.dataStore
        switch scene {
        case .basic(.`The clerk looks for the number`):
            return if let number = try await store.get(number) {
                .basic(.`The clerk looks for the stamp`(number: number))
            } else {
                .alternate(.`If there is no number, the clerk orders one`)
            }
        case .alternate(.`If there is no number, the clerk orders one`):
            let new = Token(String(dependencies.randomSource.nextSecret(), radix: 16))
            let ordered = try await dependencies.office.number(for: store.get(key, orSave: new))
            return .basic(.`The clerk looks for the stamp`(number: try await store.get(number, orSave: ordered)))
        case .basic(.`The clerk looks for the stamp`(let number)):
            return try await store.get(stamp) == true
                ? .last(.`If there is a stamp, the clerk files the number`(number: number))
                : .last(.`If there is no stamp, the clerk waits`)
        }
    }
}

/// A service that gives out numbers. It returns the same number for the same key.
private protocol Office: Sendable {
    func number(for key: Token) async throws(ErrorWrapper) -> String
}

extension Port: Office where Adapter == any Office {
    fileprivate func number(for key: Token) async throws(ErrorWrapper) -> String {
        try await call(
            "number(for:)", ["\(key)"], changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("ordered", "n-1")]
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.number(for: key) }
    }
}

extension Dependencies {
    fileprivate var office: Port<any Office> {
        get { self[(any Office).self] }
        set { self[(any Office).self] = newValue }
    }
}

/// An office that counts orders. If it has an error, it throws the error after the order.
private final class CountingOffice: Office {
    private let number: Int
    private let error: ErrorWrapper?
    private let given = Mutex<[Token]>([])

    init(number: Int = 7, failingWith error: ErrorWrapper? = nil) {
        self.number = number
        self.error = error
    }

    /// The key of each order.
    var keys: [Token] { given.withLock { $0 } }

    func number(for key: Token) async throws(ErrorWrapper) -> String {
        given.withLock { $0.append(key) }
        if let error { throw error }
        return "number-\(number)"
    }
}

/// A journal with the other dependencies of a run.
private struct Desk: Sendable {
    let journal: any Journal
    let store = InMemoryDataStore()
    let office: CountingOffice
    private let randomSource = SeededRandomSource()

    init(journal: any Journal, office: CountingOffice = CountingOffice()) {
        self.journal = journal
        self.office = office
    }

    private func dependencies(at office: CountingOffice? = nil) -> Dependencies {
        .testing(randomSource: randomSource, dataStore: store, journal: journal) {
            $0.office.adapter = office ?? self.office
        }
    }

    func run(_ taps: any Tap..., as actor: Actor = .user, at office: CountingOffice? = nil) async throws -> Errand.Goals
    {
        var dependencies = dependencies(at: office)
        dependencies.taps = taps
        return try await Errand.interact(from: Errand.initial, as: actor, with: dependencies).goal
    }

    /// Begins a run that has ordered a number and does not continue, so many seconds after the first one.
    func begin(_ second: Int, of usecase: String = Errand.name) async throws -> any RunTap {
        let run = UUIDv7(at: .example + .seconds(second), random: (0, 0))
        let tap = try await journal.begin(
            RunDescription(run: run, usecase: usecase, actor: .user), at: Errand.initial.scene.tapped)
        let dependencies = dependencies().tapped(by: tap)
        // The engine notes when a run begins.
        _ = dependencies.clock.now
        for scene in [Errand.initial, .alternate(.`If there is no number, the clerk orders one`)] {
            try await tap.enter(scene.scene.tapped)
            _ = try await Errand.next(after: scene, with: dependencies)
        }
        return tap
    }
}

// MARK: - Examples

extension JournalContract {
    /// One example with one journal.
    fileprivate struct Example: Sendable {
        let desk: Desk
        let text: @Sendable () async throws -> String
        /// The source location of the recorded issues.
        let place: SourceLocation

        private func expect<Value: Equatable>(_ actual: Value, equals expected: Value, _ comment: Comment? = nil) {
            #expect(actual == expected, comment, sourceLocation: place)
        }

        private func interrupt(_ crash: Crash) async {
            let goal = try? await desk.run(crash)
            expect(goal, equals: nil)
            expect(crash.happened, equals: true)
        }

        func resume(_ crash: Crash) async throws {
            await interrupt(crash)
            expect(try await desk.run(), equals: .`If there is no stamp, the clerk waits`)
            expect(desk.office.keys.count, equals: 1, "ordered again")
            expect(try await desk.store.get(Errand.number), equals: "number-7")
            expect(try await text(), equals: "")
        }

        func resumeAgain() async throws {
            for call in 1...Errand.calls { _ = try? await desk.run(Crash(at: call, .after)) }
            expect(try await desk.run(), equals: .`If there is no stamp, the clerk waits`)
            expect(desk.office.keys.count, equals: 1, "ordered again")
            expect(try await text(), equals: "")
        }

        func performAgain() async throws {
            let dying = CountingOffice(failingWith: .interrupted)
            expect(try? await desk.run(at: dying), equals: nil)
            expect(try await desk.run(), equals: .`If there is no stamp, the clerk waits`)
            expect(desk.office.keys, equals: dying.keys)
        }

        func stampMeanwhile() async throws {
            await interrupt(Crash(at: 5, .after))
            await desk.store.save(Errand.stamp.with(true))
            expect(try await desk.run(), equals: .`If there is a stamp, the clerk files the number`(number: "number-7"))
        }

        func discard() async throws {
            await interrupt(Crash(at: 4, .after))
            try await desk.forget()
            expect(try await text(), equals: "")
            expect(try await desk.run(), equals: .`If there is no stamp, the clerk waits`)
            expect(Set(desk.office.keys).count, equals: 2)
        }

        func forbid() async throws {
            await interrupt(Crash(at: 3, .after))
            let written = try await text()
            expect(try? await desk.run(as: .operator), equals: nil)
            expect(written.isEmpty, equals: false)
            expect(try await text(), equals: written)
        }

        func changeNothing() async throws {
            await desk.store.save(Errand.number.with("number-7"))
            await interrupt(Crash(at: 2, .after))
            expect(try await text(), equals: "")
        }

        func keepSecret() async throws {
            await interrupt(Crash(at: 4, .after))
            let key = try #require(desk.office.keys.first, sourceLocation: place).reveal()
            let written = try await text()
            expect(written.contains("number-7"), equals: true)
            // The random number that produced the key must not be written either.
            let number = try #require(UInt64(key, radix: 16), sourceLocation: place)
            for spelling in [key, "\(number)"] { expect(written.contains(spelling), equals: false) }
        }

        func fail() async throws {
            let closed = CountingOffice(failingWith: .service(error: .client(.networkUnreachable)))
            expect(try? await desk.run(at: closed), equals: nil)
            expect(try await text(), equals: "")
        }

        func runAtTheSameTime() async throws {
            let goals = try await withThrowingTaskGroup(of: Errand.Goals.self) { group in
                for _ in 0..<16 { group.addTask { [desk] in try await desk.run() } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            expect(goals, equals: Array(repeating: .`If there is no stamp, the clerk waits`, count: 16))
            expect(Set(desk.office.keys).count, equals: 1)
            expect(try await text(), equals: "")
        }

        func resumeNewest(endingLast last: Int) async throws {
            let desks = (0..<5).map { Desk(journal: desk.journal, office: CountingOffice(number: $0)) }
            var runs: [any RunTap] = []
            for number in 0..<3 { runs.append(try await desks[number].begin(number)) }
            let others = [try await desks[3].begin(3), try await desks[4].begin(4, of: "AnotherErrand")]
            runs.append(runs.remove(at: last))
            for run in runs + others.suffix(1) { try await run.end(.failure(.interrupted)) }
            let newest = desks[2]
            await newest.store.delete(Errand.number)
            await newest.store.save(Errand.stamp.with(true))

            expect(
                try await newest.run(), equals: .`If there is a stamp, the clerk files the number`(number: "number-2"))
            expect(newest.office.keys.count, equals: 1, "ordered again")
            let left = try await text()
            for number in 0..<5 { expect(left.contains("number-\(number)"), equals: number > 2, "\(number)") }
            try await others[0].end(.failure(.service(error: .client(.networkUnreachable))))
        }
    }
}

// MARK: - Random histories

extension JournalContract {
    fileprivate enum Step: Sendable {
        case run, stamp, forget
        case crash(Int, Crash.Moment)

        static func random(_ choices: inout RandomChoices) -> Step {
            switch choices.number(in: 0...9) {
            case 0: .run
            case 1: .stamp
            case 2: .forget
            default: .crash(choices.number(in: 1...Errand.calls + 1), choices.one(of: Crash.Moment.allCases))
            }
        }
    }
}

extension Desk {
    /// Discards all runs, and deletes their stored values.
    fileprivate func forget() async throws {
        try await journal.discard()
        for key in [Errand.number, Errand.key, Errand.stamp] as [any DeclaredKey] { await store.delete(key) }
    }

    /// Returns the observations of a history. Each step adds the goal, the number of keys used for orders, the stored
    /// number, and whether the journal is empty.
    fileprivate func observe(
        _ steps: [JournalContract.Step], _ text: @Sendable () async throws -> String
    ) async throws -> [String] {
        var observed: [String] = []
        for step in steps {
            var goal: Errand.Goals?
            switch step {
            case .run: goal = try await run()
            case .crash(let call, let moment): goal = try? await run(Crash(at: call, moment))
            case .stamp: await store.save(Errand.stamp.with(true))
            case .forget: try await forget()
            }
            let written = try await text()
            if goal != nil { try promise(written, is: "") }
            let number = try await store.get(Errand.number) ?? "-"
            let name = goal?.name ?? "none"
            observed.append("\(name), \(Set(office.keys).count), \(number), \(written.isEmpty)")
        }
        // A run without an interruption reaches a goal from any earlier state.
        _ = try await run()
        let times = steps.count { if case .forget = $0 { true } else { false } } + 1
        try promise(Set(office.keys).count <= times, "each number has one key")
        return observed
    }
}
