package import UsecasesEngine

/// An event in a world.
package enum Happening: Sendable {
    case began(run: Int)
    /// `outcome` is the result that the caller received, or `nil` if it received none.
    case call(run: Int?, PortCallName, Fate, outcome: String?, isLate: Bool)
    case entered(run: Int, TappedScene)
    case ended(run: Int)

    /// The event as text, without the arguments and the outcome of a call.
    var withoutArguments: String {
        switch self {
        case .began(let run): "\(run) began"
        case .call(let run, let name, let fate, _, let isLate):
            "\(run.map { "\($0)" } ?? "–") \(name.port).\(name.operation) \(fate) \(isLate)"
        case .entered(let run, let scene): "\(run) \(scene.name)"
        case .ended(let run): "\(run) ended"
        }
    }
}

/// The state of a world between two moves.
struct WorldState: Sendable {
    typealias Continuation = CheckedContinuation<Fate, Never>

    /// The consequence of a move.
    enum Consequence {
        case beginning(PlannedRun, device: Int, run: Int)
        case resuming(Continuation, Fate)
        /// A run behaved differently after the same events. A move that was possible is now impossible.
        case strayed
    }

    private struct Process {
        /// The actor, or `nil` for undisturbed runs of the prologue and for the repetitions at the end.
        let actor: Int?
        /// The actor that receives the results of the runs.
        let informedActor: Int?
        let device: Int
        var isRepetition = false
        /// Whether the process is a call that takes effect after its caller has given up.
        var isLateCall = false
        /// Whether the call waits to take effect.
        var isWaitingLate = false
        var plannedRuns: ArraySlice<PlannedRun>
        /// The current planned run.
        var plannedRun: PlannedRun?
        var call: StoppedCall?
        var continuation: Continuation?
        var hasJustBegun = false
        var isDead = false
        var isServerDead = false
        /// Whether its last call changed something.
        var hasChanged = false
        /// The number of port calls so far.
        var portCalls = 0
        /// The open runs of the process, and at most one on the server's side.
        var runs: [Int] = []
        /// The last run of the process on its device.
        var lastRun: Int?
        /// The past events of the process, including the observable events of other processes.
        var past: Fingerprint
        /// The sum of its pasts at the end of each run, independent of their order.
        var ends = Fingerprint()
        /// Whether the process has made a move. Until its first move, a late call depends only on the past of its
        /// caller.
        var hasMoved = false
    }

    private struct Place: Hashable {
        let side: StoppedCall.Side
        let port: String
        /// The name of the data, or `nil` for all data of the port.
        let name: String?
    }

    /// The last change of a place, and its reads since then, independent of their order.
    private struct Uses {
        var change = Fingerprint()
        var reads = Fingerprint()
    }

    private(set) var runs: [WorldRun] = []
    private(set) var happenings: [Happening] = []
    private(set) var stuck: String?
    /// The use case of a run that behaved differently after the same events.
    private(set) var strayed: String?
    private(set) var footprint = Footprint()

    private let plan: WorldPlan
    private let relays: Set<String>
    /// Whether calls that no other process can observe are performed immediately.
    private let isHasty: Bool
    /// The devices that more than one actor uses.
    private let sharedDevices: Set<Int>
    private var processes: [Process] = []
    private var uses: [Place: Uses] = [:]
    private var current: Int?
    private var moveCount = 0
    private var faults = 0
    private var crashes = 0
    private var isOver = false

    init(_ plan: WorldPlan, relays: Set<String>, isHasty: Bool) {
        self.plan = plan
        self.relays = relays
        self.isHasty = isHasty
        sharedDevices = Set(Dictionary(grouping: plan.parts, by: \.device).filter { $0.value.count > 1 }.keys)
        for (actor, part) in plan.parts.enumerated() {
            processes.append(
                Process(
                    actor: actor, informedActor: actor, device: part.device, plannedRuns: part.plannedRuns[...],
                    past: Fingerprint(UInt64(actor))))
        }
    }

    /// Begins the world after its prologue.
    mutating func begin() {
        happenings = []
        footprint = Footprint()
        current = nil
    }

    // MARK: Moves

    var moves: [Move] {
        guard !isOver, stuck == nil, strayed == nil else { return [] }
        if isHasty, let only = processWithoutAlternative { return fates(of: only) }
        let others = processes.indices.filter { $0 != current }
        return (([current].compactMap(\.self)) + others).flatMap { index -> [Move] in
            let process = processes[index]
            if process.call != nil { return fates(of: index) }
            let isFree = process.plannedRun == nil && !process.plannedRuns.isEmpty && !process.isLateCall
            return isFree ? [Move(process: index, fate: nil)] : []
        }
    }

    private var processWithoutAlternative: Int? {
        // A run begins as late as possible, with its first call, because no process can observe an earlier beginning.
        if let current, processes[current].hasJustBegun, processes[current].call != nil { return current }
        // A call that no other process can observe need not wait for its turn.
        return processes.indices.first { processes[$0].call.map(isUnnoticed) ?? false }
    }

    private func isUnnoticed(_ call: StoppedCall) -> Bool {
        if call.subject == .nothing { return true }
        guard case .device(let device) = call.side else { return false }
        return relays.contains(call.name.port) || !sharedDevices.contains(device)
    }

    private func fates(of index: Int) -> [Move] {
        let process = processes[index]
        guard let call = process.call else { return [] }
        var fates = [Fate.performed]
        if !process.isWaitingLate, process.actor != nil {
            let isLate = call.changes && call.isPerformedElsewhere
            if faults < plan.faults {
                for name in call.failures {
                    fates.append(.failed(name))
                    if isLate { fates.append(.failedLate(name)) }
                }
            }
            if crashes < plan.crashes {
                // A death before this call comes after the previous call was recorded. It matters only if the previous
                // call changed something.
                if process.hasChanged { fates.append(.diedBefore) }
                if call.changes { fates.append(isLate ? .diedLate : .diedAfter) }
            }
        }
        return fates.map { Move(process: index, fate: $0) }
    }

    mutating func make(_ move: Move) -> Consequence {
        let index = move.process
        guard processes.indices.contains(index) else { return stray() }
        current = index
        moveCount += 1
        guard let fate = move.fate else { return beginRun(index) }
        guard let call = processes[index].call, let continuation = processes[index].continuation else {
            return stray()
        }
        processes[index].past = past(after: move)
        processes[index].hasMoved = true
        let isLate = processes[index].isWaitingLate
        if call.side == .server || !relays.contains(call.name.port) { footprint.add(call) }
        processes[index].call = nil
        processes[index].continuation = nil
        processes[index].hasJustBegun = false
        processes[index].isWaitingLate = false
        processes[index].hasChanged = call.changes && fate == .performed
        switch fate {
        case .performed: break
        case .failed, .failedLate: faults += 1
        case .diedBefore, .diedAfter, .diedLate: crashes += 1
        }
        happenings.append(.call(run: processes[index].runs.last, call.name, fate, outcome: nil, isLate: isLate))
        return .resuming(continuation, fate)
    }

    /// Returns the past of the process after the move.
    private mutating func past(after move: Move) -> Fingerprint {
        let process = processes[move.process]
        let isDurable = (process.plannedRun ?? process.plannedRuns.first)?.isDurable ?? false
        let journal = StoppedCall.Side.device(process.device)
        guard let fate = move.fate else {
            // An actor may know which runs were over when its own run began.
            let ends = processes.indices.filter { $0 != move.process }.reduce(Fingerprint()) { $0 + processes[$1].ends }
            let past = process.past.adding(1).adding(ends)
            return isDurable ? touch(journal, Port<any Journal>.name, .everything, changes: true, past) : past
        }
        guard let call = process.call else { return process.past }
        var past = process.past.adding(call.code(of: fate))
        let isRelayed = call.side != .server && relays.contains(call.name.port)
        if !isRelayed, fate == .performed || fate == .diedAfter {
            past = touch(call.side, call.keeper, call.subject, changes: call.changes, past)
        }
        if fate.isDeath, call.side != .server, isDurable {
            past = touch(journal, Port<any Journal>.name, .everything, changes: true, past)
        }
        return past
    }

    /// Returns the ``fingerprint`` after the move.
    func fingerprint(after move: Move) -> Fingerprint {
        var next = self
        let past = next.past(after: move)
        let process = processes[move.process]
        return process.hasMoved ? fingerprint.replacing(process.past, by: past) : fingerprint + past
    }

    private mutating func beginRun(_ index: Int) -> Consequence {
        let past = past(after: Move(process: index, fate: nil))
        guard processes[index].plannedRun == nil, let plannedRun = processes[index].plannedRuns.popFirst() else {
            return stray()
        }
        processes[index].plannedRun = plannedRun
        processes[index].hasJustBegun = true
        processes[index].isDead = false
        processes[index].hasChanged = false
        processes[index].past = past
        processes[index].hasMoved = true
        return .beginning(plannedRun, device: processes[index].device, run: runs.count + 1)
    }

    /// Records that a run of the current process behaves differently after the same events.
    mutating func stray() -> Consequence {
        let process = current.flatMap { processes.indices.contains($0) ? processes[$0] : nil }
        strayed = strayed ?? process?.plannedRun?.usecase ?? runs.last?.usecase ?? ""
        return .strayed
    }

    /// Finds stuck runs after a move. A run is stuck if it has not ended and does not wait for a call.
    mutating func settle() {
        for process in processes where process.plannedRun != nil && process.call == nil {
            stuck = stuck ?? process.plannedRun?.usecase
        }
    }

    // MARK: The past

    /// A fingerprint that is equal for worlds with equal pasts, independent of the order of unobservable events.
    var fingerprint: Fingerprint { processes.reduce(Fingerprint()) { $1.hasMoved ? $0 + $1.past : $0 } }

    /// Records that a call uses a place. Returns the past of the call, with the earlier uses whose order relative to
    /// this use matters.
    private mutating func touch(
        _ side: StoppedCall.Side, _ port: String, _ subject: PortSubject, changes: Bool, _ past: Fingerprint
    ) -> Fingerprint {
        let all = Place(side: side, port: port, name: nil)
        let whole = uses[all, default: Uses()]
        switch subject {
        case .nothing: return past
        case .named(let name):
            let place = Place(side: side, port: port, name: name)
            var own = uses[place] ?? Uses(change: whole.change)
            let past = past.adding(changes ? own.change + own.reads + whole.reads : own.change)
            if changes { own = Uses(change: past) } else { own.reads = own.reads + past }
            uses[place] = own
            return past
        case .everything:
            let parts = uses.filter { $0.key.side == side && $0.key.port == port && $0.key.name != nil }
            let before = parts.values.reduce(changes ? whole.change + whole.reads : whole.change) {
                $0 + (changes ? $1.change + $1.reads : $1.change)
            }
            let past = past.adding(before)
            if changes {
                for place in parts.keys { uses[place] = nil }
                uses[all] = Uses(change: past)
            } else {
                uses[all] = Uses(change: whole.change, reads: whole.reads + past)
            }
            return past
        }
    }

    // MARK: Processes

    mutating func add(_ plannedRun: PlannedRun, by actor: Int?, on device: Int, isRepetition: Bool) -> Int {
        processes.append(
            Process(
                actor: nil, informedActor: actor, device: device, isRepetition: isRepetition, plannedRuns: [plannedRun],
                past: Fingerprint(UInt64(processes.count))))
        return processes.count - 1
    }

    func isWaiting(_ index: Int) -> Bool { processes[index].call != nil }

    func isInterrupted(_ actor: Int) -> Bool {
        guard stuck == nil, let run = processes[actor].lastRun else { return false }
        return runs[run].goal == nil
    }

    mutating func park(
        _ index: Int, at call: StoppedCall, _ continuation: Continuation, isLate: Bool = false
    ) {
        processes[index].portCalls += 1
        processes[index].call = call
        processes[index].continuation = continuation
        processes[index].isWaitingLate = isLate
    }

    /// Adds a process for a call that takes effect late.
    mutating func detach(from index: Int) -> Int {
        processes.append(
            Process(
                actor: processes[index].actor, informedActor: processes[index].informedActor,
                device: processes[index].device, isLateCall: true, plannedRuns: [],
                past: processes[index].past.adding(2)))
        return processes.count - 1
    }

    func isDead(_ index: Int) -> Bool { isOver || processes[index].isDead }

    func errorAfterCrash(_ index: Int, on side: StoppedCall.Side) -> ErrorWrapper? {
        if isDead(index) { return .interrupted }
        return side == .server && processes[index].isServerDead ? Self.unreachable : nil
    }

    mutating func die(_ index: Int, on side: StoppedCall.Side) -> ErrorWrapper {
        guard side == .server, !isOver else {
            processes[index].isDead = true
            return .interrupted
        }
        processes[index].isServerDead = true
        return Self.unreachable
    }

    /// The error for callers of a server that has died.
    private static let unreachable = ErrorWrapper.service(error: .client(.networkUnreachable))

    mutating func end(_ index: Int, _ failure: ErrorWrapper?) {
        let run = processes[index].lastRun
        if let run, runs[run].ending == nil || processes[index].isDead {
            runs[run].ending = processes[index].isDead ? .died : failure.map { .failure($0) }
            runs[run].endedAfter = moveCount
        }
        processes[index].ends = processes[index].ends + processes[index].past
        processes[index].plannedRun = nil
        processes[index].runs = []
        if let run { happenings.append(.ended(run: run)) }
    }

    mutating func abandon() -> [Continuation] {
        isOver = true
        return processes.indices.compactMap { index in
            defer {
                processes[index].continuation = nil
                processes[index].call = nil
            }
            return processes[index].continuation
        }
    }

    // MARK: Runs

    mutating func begin(_ run: RunDescription, of index: Int, isServers: Bool) -> Int {
        let process = processes[index]
        runs.append(
            WorldRun(
                actor: process.informedActor, device: process.device, isServers: isServers,
                isRepetition: process.isRepetition, usecase: run.usecase,
                isDurable: !isServers && process.plannedRun?.isDurable ?? false, beganAfter: moveCount))
        processes[index].runs.append(runs.count - 1)
        if isServers {
            processes[index].isServerDead = false
        } else {
            processes[index].lastRun = runs.count - 1
        }
        happenings.append(.began(run: runs.count - 1))
        return runs.count - 1
    }

    mutating func enter(_ scene: TappedScene, in run: Int) {
        runs[run].scenes.append(scene)
        happenings.append(.entered(run: run, scene))
    }

    func portCalls(of index: Int) -> Int { processes[index].portCalls }

    mutating func note(_ call: AnsweredCall, of run: Int) { runs[run].calls.append(call) }

    mutating func forgetRecords(by index: Int) {
        if let run = processes[index].lastRun { runs[run].forgetsRecords = true }
    }

    mutating func end(_ run: Int, _ ending: RunEnding, of index: Int) {
        switch ending {
        case .goal(let goal): runs[run].ending = .goal(goal)
        case .failure(let error):
            let isDead = runs[run].isServers ? processes[index].isServerDead : processes[index].isDead
            runs[run].ending = isDead ? .died : .failure(error)
        }
        runs[run].endedAfter = moveCount
        guard runs[run].isServers else { return }
        processes[index].runs.removeAll { $0 == run }
        happenings.append(.ended(run: run))
    }

    mutating func note(outcome: String, of index: Int) {
        guard index < happenings.count, case .call(let run, let name, let fate, _, let isLate) = happenings[index]
        else { return }
        happenings[index] = .call(run: run, name, fate, outcome: outcome, isLate: isLate)
    }
}

extension StoppedCall {
    /// Returns a number for each fate of this call.
    fileprivate func code(of fate: Fate) -> UInt64 {
        func place(_ name: String) -> UInt64 {
            let failures = failures
            return UInt64(failures.firstIndex(of: name) ?? failures.count)
        }
        return switch fate {
        case .performed: 10
        case .diedBefore: 11
        case .diedAfter: 12
        case .diedLate: 13
        case .failed(let name): 20 + 2 * place(name)
        case .failedLate(let name): 21 + 2 * place(name)
        }
    }
}
