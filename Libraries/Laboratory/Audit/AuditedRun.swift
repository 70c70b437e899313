import UsecasesEngine

/// The state of a run whose events are being read.
struct AuditedRun {
    enum State {
        case known
        /// The run left the known paths, or some of its events are missing. Further events are not judged.
        case deviated, incomplete
    }

    let usecase: Int
    private(set) var state = State.known
    private let run: UUIDv7
    private let isRefused: Bool
    private let isDurable: Bool
    private let tellsCalls: Bool
    private var alive: Set<Int>
    private var scenes: [String] = []
    private var lastCall: String?

    init(_ run: UUIDv7, of usecase: Int, _ ways: KnownWays, actor: String?, tellsCalls: Bool) {
        self.run = run
        self.usecase = usecase
        isRefused = actor.map { name in !ways.usecase.actors.contains { $0.rawValue == name } } ?? false
        isDurable = ways.usecase.isDurable
        self.tellsCalls = tellsCalls
        alive = ways.graph(tellsCalls: tellsCalls).start
    }

    mutating func lose() {
        if state == .known { state = .incomplete }
    }

    /// Returns the deviation, if the run leaves the known paths with this scene.
    mutating func enter(_ name: String, ordinal: Int?, on ways: KnownWays) -> Deviation? {
        guard state == .known, isContinued(by: ordinal) else { return nil }
        let following = ways.graph(tellsCalls: tellsCalls).places(after: name, from: alive)
        guard !following.isEmpty else { return leave(.enter(name), ways) }
        (alive, lastCall) = (following, nil)
        scenes.append(name)
        return nil
    }

    mutating func call(_ call: PortCallName, _ outcome: ObservedOutcome, on ways: KnownWays) -> Deviation? {
        guard state == .known, tellsCalls else { return nil }
        let graph = ways.graph(tellsCalls: true)
        let during = graph.places(during: call, from: alive)
        guard !during.isEmpty else { return leave(.call("\(call)".onOneLine), ways) }
        lastCall = "\(call)".onOneLine
        let following = graph.places(after: outcome, from: during)
        // After an error that can occur anywhere, only the end of the run is known.
        guard !following.isEmpty || isFromAnywhere(outcome) else {
            alive = during
            return leave(outcome.act, ways)
        }
        alive = following
        return nil
    }

    /// Returns the number of the scenario, or the deviation from the known paths. Both are `nil` for a run that was not
    /// judged to its end.
    mutating func reach(_ goal: String, ordinal: Int?, on ways: KnownWays) -> (scenario: Int?, Deviation?) {
        guard state == .known, isContinued(by: ordinal) else { return (nil, nil) }
        guard let scenario = ways.scenario(scenes + [goal]),
            ways.graph(tellsCalls: tellsCalls).reaches(goal: goal, from: alive)
        else { return (nil, leave(.goal(goal), ways)) }
        return (scenario, nil)
    }

    mutating func fail(
        with failure: String, fromJournal: Bool, on ways: KnownWays
    ) -> (ending: Audit.Ending, Deviation?) {
        guard state == .known else { return (.unjudged, nil) }
        if let scenario = ways.scenario(scenes, failure: failure),
            ways.graph(tellsCalls: tellsCalls).fails(with: failure, from: alive)
        {
            return (.scenario(scenario), nil)
        }
        if failure == ErrorWrapper.interrupted.name { return (.interrupted, nil) }
        if isDurable, fromJournal { return (.withoutJournal, nil) }
        if scenes.isEmpty, isRefused { return (.refused, nil) }
        return (.unjudged, leave(.failure(failure), ways))
    }

    /// Returns whether the outcome can occur at any call, such as an interruption or a failure of the journal.
    private func isFromAnywhere(_ outcome: ObservedOutcome) -> Bool {
        switch outcome {
        case .returned: false
        case .threw(let error, let fromJournal): error == ErrorWrapper.interrupted.name || isDurable && fromJournal
        }
    }

    /// Returns whether no scene is missing before this one. A run with missing scenes is marked incomplete.
    private mutating func isContinued(by ordinal: Int?) -> Bool {
        guard let ordinal, ordinal != scenes.count + 1 else { return true }
        state = .incomplete
        return false
    }

    private mutating func leave(_ act: Deviation.Act, _ ways: KnownWays) -> Deviation {
        state = .deviated
        let known = ways.graph(tellsCalls: tellsCalls).known(at: alive)
        return Deviation(
            run: run, usecase: ways.usecase.name, scene: scenes.count, after: scenes.last, lastCall: lastCall,
            did: act.shortened, known: Array(known.prefix(Deviation.knownLimit)))
    }
}

extension ObservedOutcome {
    fileprivate var act: Deviation.Act {
        switch self {
        case .returned(let form): .outcome("\(form)")
        case .threw(let error, _): .threw(error)
        }
    }
}
