package import UsecasesEngine

/// Compares runs with an exploration, one event after another.
///
/// Its memory is bounded, regardless of the number of events.
package struct Audit: Sendable {
    /// The bounds of an audit's memory.
    public struct Limits: Sendable, Hashable {
        /// The maximum number of open runs. Further runs are not judged.
        package var openRuns = 10_000
        /// The maximum numbers of stored deviations and of stored unknown use cases. Further ones are only counted.
        package var deviations = 1000
        package var unknownUsecases = 100

        /// The default bounds.
        public init() {}
    }

    enum Ending {
        case scenario(Int)
        case interrupted, withoutJournal, refused, unjudged
    }

    /// The number of runs with each result.
    package struct Counts: Sendable, Hashable {
        /// All runs that began.
        package var runs = 0
        /// Runs that followed a known path to its end.
        package var known = 0
        package var deviated = 0
        package var interrupted = 0
        /// Runs that ended at any point because their journal failed.
        package var withoutJournal = 0
        /// Runs whose actor may not run the use case.
        package var refused = 0
        /// Runs without an end. They were killed or are still running.
        package var unended = 0
        /// Runs with missing events, and runs beyond the limit.
        package var incomplete = 0
    }

    package private(set) var counts = Counts()
    /// The first deviations, up to the limit. ``counts`` includes all of them.
    package private(set) var deviations: [Deviation] = []
    /// The number of runs of each use case that this version does not have, by name.
    package private(set) var unknownUsecases: [String: Int] = [:]
    /// The number of runs of further unknown use cases, whose names are not stored.
    package private(set) var furtherUnknown = 0
    package let ways: [KnownWays]
    /// The number of runs for each scenario of each use case.
    package private(set) var happened: [[Int]]
    /// The number of runs of each use case.
    package private(set) var runs: [Int]

    private let limits: Limits
    private let numbers: [String: Int]
    /// The operations that no path has, of any use case.
    private let instantOperations: Set<String>
    private var open: [UUIDv7: AuditedRun] = [:]

    package init(_ ways: [KnownWays], limits: Limits = Limits()) {
        self.ways = ways
        self.limits = limits
        numbers = Dictionary(ways.enumerated().map { ($1.usecase.name, $0) }) { first, _ in first }
        instantOperations = ways.reduce(into: []) { $0.formUnion($1.instantOperations) }
        happened = ways.map { Array(repeating: 0, count: $0.scenarios.count) }
        runs = ways.map { _ in 0 }
    }

    package mutating func add(_ event: ObservedEvent) {
        switch event.what {
        case .begin(let usecase, let actor, let tellsCalls):
            begin(event.run, usecase, actor: actor, tellsCalls: tellsCalls)
        case .join(let usecase, let ordinal): join(event.run, usecase, ordinal: ordinal)
        case .loss: open[event.run]?.lose()
        case .enter(let scene, let ordinal):
            judge(event.run) { run, ways in run.enter(scene, ordinal: ordinal, on: ways) }
        case .call(let call, let outcome) where !instantOperations.contains(call.operationName):
            judge(event.run) { run, ways in run.call(call, outcome, on: ways) }
        case .call: break
        case .goal(let goal, let ordinal):
            end(event.run) { run, ways in
                let (scenario, deviation) = run.reach(goal, ordinal: ordinal, on: ways)
                return (scenario.map { .scenario($0) } ?? .unjudged, deviation)
            }
        case .failure(let failure, let fromJournal):
            end(event.run) { run, ways in run.fail(with: failure, fromJournal: fromJournal, on: ways) }
        }
    }

    /// Stops judging all open runs, because events of unknown runs are missing.
    package mutating func loseAll() {
        for run in open.keys { open[run]?.lose() }
    }

    /// Ends the audit after the last event.
    package mutating func end() {
        for run in open.values { close(run) }
        open = [:]
    }

    private mutating func begin(_ run: UUIDv7, _ usecase: String, actor: String?, tellsCalls: Bool) {
        if let before = open.removeValue(forKey: run) { close(before) }
        counts.runs += 1
        guard let number = numbers[usecase] else {
            let name = usecase.onOneLine
            if unknownUsecases[name] != nil || unknownUsecases.count < limits.unknownUsecases {
                unknownUsecases[name, default: 0] += 1
            } else {
                furtherUnknown += 1
            }
            return
        }
        runs[number] += 1
        guard open.count < limits.openRuns else {
            counts.incomplete += 1
            return
        }
        open[run] = AuditedRun(run, of: number, ways[number], actor: actor, tellsCalls: tellsCalls)
    }

    /// Counts a run whose first scenes are missing, if it can be distinguished from other runs.
    private mutating func join(_ run: UUIDv7, _ usecase: String, ordinal: Int) {
        let isNew = open[run] == nil && numbers[usecase] != nil && open.count < limits.openRuns
        if ordinal == 1 || isNew { begin(run, usecase, actor: nil, tellsCalls: false) }
    }

    private mutating func judge(_ run: UUIDv7, _ judgement: (inout AuditedRun, KnownWays) -> Deviation?) {
        guard let index = open.index(forKey: run) else { return }
        if let deviation = judgement(&open.values[index], ways[open.values[index].usecase]) { keep(deviation) }
    }

    private mutating func end(
        _ run: UUIDv7, _ judgement: (inout AuditedRun, KnownWays) -> (Ending, Deviation?)
    ) {
        guard var audited = open.removeValue(forKey: run) else { return }
        let (ending, deviation) = judgement(&audited, ways[audited.usecase])
        if let deviation { keep(deviation) }
        guard case .known = audited.state else { return close(audited) }
        switch ending {
        case .scenario(let number):
            counts.known += 1
            happened[audited.usecase][number] += 1
        case .interrupted: counts.interrupted += 1
        case .withoutJournal: counts.withoutJournal += 1
        case .refused: counts.refused += 1
        case .unjudged: break
        }
    }

    private mutating func keep(_ deviation: Deviation) {
        counts.deviated += 1
        if deviations.count < limits.deviations { deviations.append(deviation) }
    }

    private mutating func close(_ run: AuditedRun) {
        switch run.state {
        case .known: counts.unended += 1
        case .incomplete: counts.incomplete += 1
        case .deviated: break
        }
    }
}
