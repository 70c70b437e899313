import CalearningInfrastructure
import Foundation
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport
@testable import UsecasesRuns

enum DurableRunsOutcomes: OutcomeProducer {
    static let port = Port<any DurableRuns>.name

    static func produce(for outcomes: ProducedOutcomes) async throws {
        let queue = InMemoryRunQueue(clock: ImmediateClock())
        let port = outcomes.port(\.durableRuns, queue)
        await ask(port)
        let key = UUIDv7(at: .example, random: (0, 2))
        try await port.begin(Step<Parcel>.basic(.荷物を出す), as: .user, key: key)
        for run in await queue.claim(atMost: 1, by: "a", for: .seconds(1)) {
            _ = await queue.end(run.claim, with: .failure(reason: "no", pause: nil))
        }
        _ = try await port.retry(key)
        try await askDatabase(outcomes)
        for database in FaultyDatabase.all {
            await ask(outcomes.port(\.durableRuns, SQLiteRunQueue(at: "store", execute: database.execute)))
            await ask(outcomes.port(\.durableRuns, AbsurdRunQueue("store", at: "store", execute: database.execute)))
        }
    }

    private static func ask(_ runs: any DurableRuns) async {
        let key = UUIDv7(at: .example, random: (0, 1))
        _ = try? await runs.runs(after: nil, limit: 1, withEnded: true)
        _ = try? await runs.run(key)
        try? await runs.begin(Step<Parcel>.basic(.荷物を出す), as: .user, key: key)
        _ = try? await runs.runs(after: nil, limit: 1, withEnded: true)
        _ = try? await runs.run(key)
        for _ in 1...2 { _ = try? await runs.cancel(key) }
        _ = try? await runs.retry(key)
    }
}

extension DurableRunsOutcomes {
    private static func askDatabase(_ outcomes: ProducedOutcomes) async throws {
        #if Server
        let directory = TemporaryDirectory()
        let database = try SQLiteDatabase.fixture(at: directory.path + "/runs.sqlite", clock: ManualClock())
        await ask(outcomes.port(\.durableRuns, database.runs))
        try database.close(within: .seconds(5))
        #endif
    }
}

enum AlarmOutcomes: OutcomeProducer {
    static let port = Port<any Alarm>.name

    static func produce(for outcomes: ProducedOutcomes) async throws {
        let clock = ImmediateClock()
        try await outcomes.port(\.alarm, ClockAlarm(clock: clock)).wait(until: clock.now)
        let journal = RunJournal(.example, in: InMemoryRunQueue(clock: clock), lease: .seconds(1))
        try await outcomes.port(\.alarm, RunAlarm(journal: journal, clock: clock)).wait(until: clock.now)
    }
}

enum EventsOutcomes: OutcomeProducer {
    static let port = Port<any Events>.name

    static func produce(for outcomes: ProducedOutcomes) async throws {
        await ask(outcomes, InMemoryRunQueue(clock: ImmediateClock()))
        for database in FaultyDatabase.all {
            await ask(outcomes, SQLiteRunQueue(at: "store", execute: database.execute))
        }
    }

    private static func ask(_ outcomes: ProducedOutcomes, _ queue: any RunQueue) async {
        let (clock, event) = (ImmediateClock(), Event("paid", example: 1))
        let journal = RunJournal(.example, in: queue, lease: .seconds(1))
        let events = outcomes.port(\.events, RunEvents(queue: queue, journal: journal, clock: clock))
        _ = try? await events.wait(for: event, until: clock.now)
        try? await events.tell(1, of: event)
        _ = try? await events.wait(for: event, until: clock.now)
        try? await queue.tell("damaged", Data("{".utf8))
        _ = try? await events.wait(for: Event("damaged", example: 1), until: clock.now)
    }
}

/// A database that answers each statement with the same error, or with a row that is none.
private struct FaultyDatabase {
    static let all = [
        FaultyDatabase(error: .unreadable(location: "store", content: nil)),
        FaultyDatabase(error: .unwritable(location: "store", content: nil)),
        FaultyDatabase(error: .damaged(location: "store", content: nil)),
        FaultyDatabase(error: nil),
    ]

    let error: SystemErrors.DataStore?

    var execute: SQLiteRunQueue.Execute {
        { [error] _, _ throws(ErrorWrapper) in
            if let error { throw .system(error: .dataStore(error)) }
            return [["no row"]]
        }
    }
}

extension ClaimedRun {
    fileprivate static let example = ClaimedRun(
        RunClaim(attempt: "1", run: "1"), usecase: "Parcel", number: 1, beginning: Data(), notes: [])
}

private enum Parcel: Usecase {
    enum Basics: SceneName {
        case 荷物を出す
    }

    enum Goals: SceneName {
        case 荷物は届く
    }

    static let title = "荷物を送る"
    static let invocation = Invocation.request("POST /parcels")
    static let actors: Set<Actor> = [.user]
    static let beginnings: [Step<Self>] = [.basic(.荷物を出す)]
    static let isDurable = true

    static func next(after scene: Step<Self>, with ports: Dependencies) -> Scene<Self> { .last(.荷物は届く) }
}
