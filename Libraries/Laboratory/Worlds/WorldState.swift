package import UsecasesEngine

/// An event in a world.
package enum Happening: Sendable {
    case began(run: Int)
    /// `outcome` is the result that the caller received, or `nil` if it received none.
    case call(run: Int?, actor: Int?, PortCallName, Fate, outcome: String?, isLate: Bool)
    /// `isForced` is whether all processes waited for it.
    case passed(Duration, isForced: Bool)
    case entered(run: Int, TappedScene)
    case ended(run: Int)

    /// The event as text, without the arguments and the outcome of a call.
    var withoutArguments: String {
        switch self {
        case .began(let run): "\(run) began"
        case .passed(let duration, _): "\(duration) passed"
        case .call(let run, _, let name, let fate, _, let isLate):
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
        case passing(to: Duration)
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
        /// The process whose second call at the same time this is, or `nil`. They have one past.
        var owner: Int?
        /// Whether the process is a call that takes effect after its caller has given up.
        var isLateCall = false
        /// Whether the call waits to take effect.
        var isWaitingLate = false
        var plannedRuns: ArraySlice<PlannedRun>
        /// The current planned run.
        var plannedRun: PlannedRun?
        var call: StoppedCall?
        var continuation: Continuation?
        /// The uptime at which the call can be performed, and the number of the wait. `nil` if it does not wait for a time.
        var wait: (until: Duration, number: Int)?
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
    /// The changes that were performed on the server's side, in a world with turns of servers.
    private(set) var changes: Set<PortCallName> = []

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
    private var passings = 0
    /// The uptime of the world's clock.
    private var now = Duration.zero
    private var waits = 0
    /// The past of everything when time passed last, or `nil` before.
    private var epoch: Fingerprint?
    private var isOver = false

    init(_ plan: WorldPlan, relays: Set<String>, isHasty: Bool) {
        self.plan = plan
        self.relays = relays
        self.isHasty = isHasty
        let parts = plan.parts.filter { !$0.plannedRuns.allSatisfy(\.isTurn) }
        sharedDevices = Set(Dictionary(grouping: parts, by: \.device).filter { $0.value.count > 1 }.keys)
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
        passings = 0
        current = nil
    }

    // MARK: Moves

    /// Whether time may pass although a process could continue.
    var mayPass: Bool { passings < plan.passings }

    var isUndisturbed: Bool { faults == 0 && crashes == 0 && passings == 0 }

    /// All possible next moves. Time passes to one of `times`, or to a time that a process waits for.
    func moves(passingTo times: [Duration]) -> [Move] {
        guard !isOver, stuck == nil, strayed == nil else { return [] }
        let moves = movesOfProcesses
        let waits = processes.compactMap(\.wait?.until).filter { $0 > now }
        if moves.isEmpty, waits.isEmpty { return [] }
        if mayPass { return moves + Set(times.filter { $0 > now } + waits).sorted().map(Move.passing) }
        return moves.isEmpty ? waits.min().map { [.passing(to: $0)] } ?? [] : moves
    }

    private var movesOfProcesses: [Move] {
        // A run can read the clock between any two calls, so their order matters while time may pass.
        if isHasty, !mayPass, let only = processWithoutAlternative { return fates(of: only) }
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
        return processes.indices.first { index in
            let process = processes[index]
            return process.call.map(isUnnoticed) ?? false && process.wait.map { $0.until <= now } ?? true
                && calls(of: process.owner ?? index).count == 1
        }
    }

    /// The processes with the pending calls of a process.
    private func calls(of index: Int) -> [Int] {
        processes.indices.filter { ($0 == index || processes[$0].owner == index) && processes[$0].call != nil }
    }

    private func isUnnoticed(_ call: StoppedCall) -> Bool {
        if call.subject == .nothing { return true }
        guard case .device(let device) = call.side else { return false }
        return relays.contains(call.name.port) || !sharedDevices.contains(device)
    }

    private func fates(of index: Int) -> [Move] {
        guard let call = processes[index].call else { return [] }
        if let wait = processes[index].wait {
            return wait.until <= now ? [Move(process: index, fate: .performed)] : []
        }
        let process = processes[processes[index].owner ?? index]
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
        if case .passed(let time) = move.fate { return pass(to: time) }
        let index = move.process
        guard processes.indices.contains(index) else { return stray() }
        current = index
        moveCount += 1
        guard let fate = move.fate else { return beginRun(index) }
        guard let call = processes[index].call, let continuation = processes[index].continuation else {
            return stray()
        }
        let owner = processes[index].owner ?? index
        processes[owner].past = past(after: move)
        processes[owner].hasMoved = true
        let isLate = processes[index].isWaitingLate
        if call.side == .server || !relays.contains(call.name.port) { footprint.add(call) }
        processes[index].call = nil
        processes[index].continuation = nil
        processes[index].isWaitingLate = false
        processes[owner].hasJustBegun = false
        guard processes[index].wait == nil else {
            processes[index].wait = nil
            return .resuming(continuation, fate)
        }
        processes[owner].hasChanged = call.changes && fate == .performed
        if plan.turn != nil, call.changes, call.side == .server, fate == .performed || fate == .diedAfter {
            changes.insert(call.name)
        }
        switch fate {
        case .performed, .passed: break
        case .failed, .failedLate: faults += 1
        case .diedBefore, .diedAfter, .diedLate: crashes += 1
        }
        let process = processes[owner]
        happenings.append(
            .call(
                run: process.runs.last, actor: process.isLateCall ? nil : process.informedActor, call.name, fate,
                outcome: nil, isLate: isLate))
        return .resuming(continuation, fate)
    }

    private mutating func pass(to time: Duration) -> Consequence {
        guard time > now else { return stray() }
        let isForced = movesOfProcesses.isEmpty && processes.compactMap(\.wait?.until).min() == time
        passings += isForced ? 0 : 1
        happenings.append(.passed(time - now, isForced: isForced))
        epoch = epoch(passingTo: time)
        now = time
        // A run that has begun may now be left before its first call.
        current = nil
        moveCount += 1
        return .passing(to: time)
    }

    /// Everything that happened comes before everything that will happen.
    private func epoch(passingTo time: Duration) -> Fingerprint {
        fingerprint.adding(UInt64(bitPattern: time.nanoseconds))
    }

    /// Returns the past of the process after the move.
    private mutating func past(after move: Move) -> Fingerprint {
        let owner = processes[move.process].owner ?? move.process
        let process = processes[owner]
        let isDurable = (process.plannedRun ?? process.plannedRuns.first)?.isDurable ?? false
        let journal = StoppedCall.Side.device(process.device)
        guard let fate = move.fate else {
            // An actor may know which runs were over when its own run began.
            let ends = processes.indices.filter { $0 != move.process }.reduce(Fingerprint()) { $0 + processes[$1].ends }
            let past = process.past.adding(1).adding(ends)
            return isDurable ? touch(journal, Port<any Journal>.name, .everything, changes: true, past) : past
        }
        guard let call = processes[move.process].call else { return process.past }
        var past = process.past.adding(call.code(of: fate))
        // Which of its calls continues.
        let calls = calls(of: owner)
        if calls.count > 1 { past = past.adding(UInt64(calls.firstIndex(of: move.process) ?? 0)) }
        let isRelayed = call.side != .server && relays.contains(call.name.port)
        if !isRelayed, fate == .performed || fate == .diedAfter {
            past = touch(call.side, call.keeper, call.subject, changes: call.changes, past)
        }
        if fate.disturbance == .crash, call.side != .server, isDurable {
            past = touch(journal, Port<any Journal>.name, .everything, changes: true, past)
        }
        return past
    }

    /// Returns the ``fingerprint`` after the move.
    func fingerprint(after move: Move) -> Fingerprint {
        var next = self
        if case .passed(let time) = move.fate {
            next.epoch = epoch(passingTo: time)
            return next.fingerprint
        }
        let past = next.past(after: move)
        let process = processes[processes[move.process].owner ?? move.process]
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
        if plannedRun.isTurn { processes[index].lastRun = nil }
        processes[index].hasChanged = false
        processes[index].past = past
        processes[index].hasMoved = true
        // Turns without a run need numbers, too.
        let number = plannedRun.isTurn ? (index + 1) << 20 + processes[index].plannedRuns.count << 10 : 0
        return .beginning(plannedRun, device: processes[index].device, run: number + runs.count + 1)
    }

    /// Records that a run of the current process behaves differently after the same events.
    mutating func stray() -> Consequence {
        let process = current.flatMap { processes.indices.contains($0) ? processes[$0] : nil }
        strayed = strayed ?? process?.plannedRun?.usecase ?? runs.last?.usecase ?? ""
        return .strayed
    }

    /// Finds stuck runs after a move. A run is stuck if it has not ended and does not wait for a call.
    mutating func settle() {
        for index in processes.indices where processes[index].plannedRun != nil && calls(of: index).isEmpty {
            stuck = stuck ?? processes[index].plannedRun?.usecase
        }
    }

    // MARK: The past

    /// A fingerprint that is equal for worlds with equal pasts, independent of the order of unobservable events.
    var fingerprint: Fingerprint {
        processes.reduce(epoch ?? Fingerprint()) { $1.hasMoved ? $0 + $1.past : $0 }
    }

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

    /// Returns the next move of a process that nothing disturbs, or `nil` if it has ended.
    func undisturbedMove(of index: Int) -> Move? {
        let calls = calls(of: index)
        let next = calls.first { processes[$0].wait.map { $0.until <= now } ?? true }
        if let next { return Move(process: next, fate: .performed) }
        return calls.compactMap { processes[$0].wait?.until }.min().map(Move.passing)
    }

    func isInterrupted(_ actor: Int) -> Bool {
        guard stuck == nil, let run = processes[actor].lastRun else { return false }
        return runs[run].goal == nil && runs[run].queued == nil
    }

    mutating func park(
        _ index: Int, at call: StoppedCall, _ continuation: Continuation, isLate: Bool = false
    ) {
        processes[index].portCalls += 1
        let place = freePlace(of: index)
        processes[place].call = call
        processes[place].continuation = continuation
        processes[place].isWaitingLate = isLate
    }

    mutating func park(
        _ index: Int, at call: StoppedCall, _ continuation: Continuation, until time: Duration, wait number: Int
    ) {
        let place = freePlace(of: index)
        processes[place].call = call
        processes[place].continuation = continuation
        processes[place].wait = (time, number)
    }

    mutating func numberOfWait() -> Int {
        waits += 1
        return waits
    }

    /// Removes a wait that was cancelled.
    mutating func leaveWait(_ number: Int) -> Continuation? {
        processes.firstIndex { $0.wait?.number == number }.flatMap { leaveCall(of: $0) }
    }

    /// Removes the calls of processes that have died at another call.
    mutating func leaveCallsOfDead() -> [Continuation] {
        processes.indices.filter { processes[processes[$0].owner ?? $0].isDead }.compactMap { leaveCall(of: $0) }
    }

    private mutating func leaveCall(of index: Int) -> Continuation? {
        defer {
            processes[index].call = nil
            processes[index].continuation = nil
            processes[index].wait = nil
        }
        return processes[index].continuation
    }

    /// Returns the process, or another one of its own, if it has a pending call already.
    private mutating func freePlace(of index: Int) -> Int {
        guard processes[index].call != nil else { return index }
        if let free = processes.firstIndex(where: { $0.owner == index && $0.call == nil }) { return free }
        processes.append(
            Process(
                actor: nil, informedActor: nil, device: processes[index].device, owner: index, plannedRuns: [],
                past: Fingerprint()))
        return processes.count - 1
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
        guard side == .server, !isOver, processes[index].plannedRun?.isTurn != true else {
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
        let isTurn = processes[index].plannedRun?.isTurn ?? false
        processes[index].plannedRun = nil
        processes[index].runs = []
        if let run, !isTurn { happenings.append(.ended(run: run)) }
    }

    mutating func abandon() -> [Continuation] {
        isOver = true
        return processes.indices.compactMap { leaveCall(of: $0) }
    }

    // MARK: Runs

    mutating func begin(_ run: RunDescription, of index: Int, isServers: Bool) -> Int {
        let process = processes[index]
        let isQueued = process.plannedRun?.isTurn ?? false
        runs.append(
            WorldRun(
                actor: process.informedActor, device: process.device, isServers: isServers || isQueued,
                isRepetition: process.isRepetition, usecase: run.usecase, queued: isQueued ? run.run : nil,
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
            let isDead =
                runs[run].isServers && runs[run].queued == nil
                ? processes[index].isServerDead : processes[index].isDead
            runs[run].ending = isDead ? .died : .failure(error)
        }
        runs[run].endedAfter = moveCount
        guard runs[run].isServers else { return }
        processes[index].runs.removeAll { $0 == run }
        happenings.append(.ended(run: run))
    }

    mutating func note(outcome: String, of index: Int) {
        guard index < happenings.count,
            case .call(let run, let actor, let name, let fate, _, let isLate) = happenings[index]
        else { return }
        happenings[index] = .call(run: run, actor: actor, name, fate, outcome: outcome, isLate: isLate)
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
        case .performed, .passed: 10
        case .diedBefore: 11
        case .diedAfter: 12
        case .diedLate: 13
        case .failed(let name): 20 + 2 * place(name)
        case .failedLate(let name): 21 + 2 * place(name)
        }
    }
}
