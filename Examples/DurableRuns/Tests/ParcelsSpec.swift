import Foundation
import Synchronization
import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesRuns
import UsecasesSystem

@testable import Parcels

/// A depot whose server dies at the second work.
private final class Shelves: Depot {
    private let works = Mutex<[String]>([])
    private let dies: Bool

    init(dies: Bool) { self.dies = dies }

    var all: [String] { works.withLock { $0 } }

    func handle(_ work: String, of order: Int) throws(ErrorWrapper) {
        if dies, !all.isEmpty { throw .interrupted }
        works.withLock { $0.append(work) }
    }
}

@Suite struct ParcelsSpec {
    @Test func `The laboratory finds the scenario and no problem`() async {
        let exploration = await Explorer { .laboratory }.explore(SendParcel.self)
        let problems = exploration.problems.map { $0.text(in: .en) }

        #expect(exploration.scenarios.count == 1)
        #expect(problems == [])
    }

    @Test func `The laboratory finds the payment, the overdue invoice and the failures`() async {
        let exploration = await Explorer { .laboratory }.explore(AwaitPayment.self)
        let problems = exploration.problems.map { $0.text(in: .en) }

        #expect(exploration.scenarios.count == 4)
        #expect(problems == [])
    }

    @Test func `A payment lets the run go on`() async throws {
        let clock = SystemClock()
        let queue = InMemoryRunQueue(clock: clock)
        let key = UUIDv7(clock: clock, randomSource: SystemRandomSource())
        try await queue.begin(AwaitPayment.beginnings[0], as: .user, key: key)
        let worker = RunWorker(
            [AwaitPayment.self], of: queue, as: "a", clock: clock, randomSource: SystemRandomSource(),
            dependencies: { Dependencies(clock: clock, randomSource: SystemRandomSource()) })
        let work = Task { await worker.work() }
        while true {
            if case .rests(_, "paid 1")? = await queue.run(key)?.state { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        try await queue.tell(100, of: AwaitPayment.paid(1))
        worker.wake()
        while await queue.run(key)?.state.isUnfinished == true { try await Task.sleep(for: .milliseconds(10)) }
        work.cancel()
        await work.value

        let goal = try JSONEncoder().encode(AwaitPayment.Goals.`The customer has paid`(amount: 100))
        let state = await queue.run(key)?.state
        #expect(state == .ended(goal: String(decoding: goal, as: UTF8.self)))
    }

    @Test func `Another server goes on with a parcel`() async throws {
        let clock = SystemClock()
        let queue = InMemoryRunQueue(clock: clock)
        let run = try QueuedRun(SendParcel.initial(order: 7), as: .user, key: UUIDv7(at: .example, random: (0, 7)))
        await queue.add(run)
        let depots = [Shelves(dies: true), Shelves(dies: false)]
        for depot in depots {
            let worker = RunWorker(
                [SendParcel.self], of: queue, as: "a", clock: clock, randomSource: SystemRandomSource(),
                dependencies: {
                    var dependencies = Dependencies(clock: clock, randomSource: SystemRandomSource())
                    dependencies.depot.adapter = depot
                    return dependencies
                })
            let work = Task { await worker.work() }
            while await queue.run(run.key)?.state.isUnfinished == true, !(depot === depots[0] && depot.all.count == 1) {
                try await Task.sleep(for: .milliseconds(10))
            }
            work.cancel()
            await work.value
        }

        let state = await queue.run(run.key)?.state
        let goal = try JSONEncoder().encode(SendParcel.Goals.`The parcel is on its way`(order: 7))
        #expect(state == .ended(goal: String(decoding: goal, as: UTF8.self)))
        #expect(depots.map(\.all) == [["take"], ["charge", "hand-over"]])
    }
}
