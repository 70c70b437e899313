import Foundation
public import UsecasesEngine
public import UsecasesLaboratory

extension RunWorker {
    /// How often a server looks for a run in one turn.
    private static let looks = 20

    /// The turn of a server in the worlds of the laboratory. It plays at most one run, to the end of its attempt. If there is
    /// none, it looks again when a run could go on. The `durableRuns` of the server's side are an ``InMemoryRunQueue`` with the
    /// clock of the world.
    public static func turn(of usecases: [any Usecase.Type], limits: Limits = Limits()) -> PlannedRun {
        PlannedRun(
            ofServer: "PlayRuns", Sentence(en: "A server plays a run", ja: "サーバが実行をひとつ引き受ける"),
            perform: { await work(usecases, limits, with: $0, atMost: 1) },
            recover: { await work(usecases, limits, with: $0, atMost: looks) })
    }

    private static func work(
        _ usecases: [any Usecase.Type], _ limits: Limits, with dependencies: Dependencies, atMost count: Int
    ) async {
        guard let clock = dependencies.clock.adapter, let randomSource = dependencies.randomSource.adapter,
            let queue = dependencies.durableRuns.adapter as? InMemoryRunQueue
        else { return }
        let worker = RunWorker(
            usecases, of: StoppedRunQueue(queue: queue, port: dependencies.durableRuns), as: "server", limits: limits,
            clock: clock, randomSource: randomSource, dependencies: { dependencies })
        var left = count
        for _ in 0..<looks where left > 0 {
            if await worker.playOnce() {
                left -= 1
            } else {
                guard let time = await queue.times().min() else { return }
                guard (try? await clock.sleep(for: time - clock.uptime)) != nil else { return }
            }
        }
    }
}

/// A queue whose requests of servers are calls of a port, so that a world stops them.
private struct StoppedRunQueue: RunQueue {
    let queue: InMemoryRunQueue
    let port: UsecasesEngine.Port<any DurableRuns>

    private func call<Value>(
        _ operation: OperationName, _ arguments: [String], _ first: PossibleOutcome<Value>,
        _ body: @escaping @Sendable (InMemoryRunQueue) async -> Value
    ) async throws(ErrorWrapper) -> Value {
        try await port.call(
            operation, arguments, changes: true, isPerformedElsewhere: true, outcomes: [first, .unwritable]
        ) { [queue] (_) async throws(ErrorWrapper) in await body(queue) }
    }

    func claim(atMost limit: Int, by worker: String, for lease: Duration) async throws(ErrorWrapper) -> [ClaimedRun] {
        try await call("claim(atMost:by:for:)", ["\(limit)", worker, lease.words], PossibleOutcome("none", [])) {
            await $0.claim(atMost: limit, by: worker, for: lease)
        }
    }

    func note(_ lines: Data, as number: Int, of claim: RunClaim, for lease: Duration) async throws(ErrorWrapper) -> Bool
    {
        let arguments = ["…", "\(number)", "attempt \(claim.attempt) of \(claim.run)", lease.words]
        return try await call("note(_:as:of:for:)", arguments, PossibleOutcome("noted", true)) {
            await $0.note(lines, as: number, of: claim, for: lease)
        }
    }

    func extend(_ claim: RunClaim, for lease: Duration) async throws(ErrorWrapper) -> Bool {
        let arguments = ["attempt \(claim.attempt) of \(claim.run)", lease.words]
        return try await call("extend(_:for:)", arguments, PossibleOutcome("extended", true)) {
            await $0.extend(claim, for: lease)
        }
    }

    func end(_ claim: RunClaim, with ending: AttemptEnding) async throws(ErrorWrapper) -> Bool {
        let arguments = ["attempt \(claim.attempt) of \(claim.run)", ending.word]
        return try await call("end(_:with:)", arguments, PossibleOutcome("ended", true)) {
            await $0.end(claim, with: ending)
        }
    }

    func told(_ event: String) async throws(ErrorWrapper) -> Data? {
        try await call("told(_:)", [event], PossibleOutcome("nothing", nil)) { await $0.told(event) }
    }

    func tell(_ event: String, _ content: Data) async throws(ErrorWrapper) { await queue.tell(event, content) }

    // The calls of use cases are stopped before they arrive here.

    func add(_ run: QueuedRun) async throws(ErrorWrapper) { await queue.add(run) }

    func counts() async throws(ErrorWrapper) -> RunCounts { await queue.counts() }

    func removeEnded(for time: Duration, limit: Int) async throws(ErrorWrapper) -> Int {
        await queue.removeEnded(for: time, limit: limit)
    }

    func runs(after key: UUIDv7?, limit: Int, withEnded isEnded: Bool) async throws(ErrorWrapper) -> [DurableRun] {
        await queue.runs(after: key, limit: limit, withEnded: isEnded)
    }

    func run(_ key: UUIDv7) async throws(ErrorWrapper) -> DurableRun? { await queue.run(key) }
    func cancel(_ key: UUIDv7) async throws(ErrorWrapper) -> Bool { await queue.cancel(key) }
    func retry(_ key: UUIDv7) async throws(ErrorWrapper) -> Bool { await queue.retry(key) }
}

extension AttemptEnding {
    fileprivate var word: String {
        switch self {
        case .goal: "goal"
        case .failure: "failure"
        case .givenBack: "given back"
        }
    }
}
