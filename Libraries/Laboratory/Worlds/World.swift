import Synchronization
import UsecasesEngine

/// A set of actors that perform runs of the real use cases with shared adapters. For each call, the caller selects the
/// process that continues and the fate of the call.
final class World: Sendable {
    /// The process of the current task.
    @TaskLocal private static var process = 0

    private let plan: WorldPlan
    fileprivate let surroundings: Surroundings
    private let numbers: SecretNumbers?
    private let executor = WorldExecutor()
    private let state: Mutex<WorldState>

    /// Creates a world and performs the runs of its prologue. Secrets are printed with these `numbers`, if they are
    /// given. Calls that no other process can observe wait for their turn unless `isHasty` is true.
    init(
        _ plan: WorldPlan, in surroundings: Surroundings, isHasty: Bool = true, numbers: SecretNumbers? = nil
    ) {
        self.plan = plan
        self.surroundings = surroundings
        self.numbers = numbers
        state = Mutex(WorldState(plan, relays: surroundings.relays, isHasty: isHasty))
        for part in plan.prologue {
            for plannedRun in part.plannedRuns { play(plannedRun, by: nil, on: part.device) }
        }
        state.withLock { $0.begin() }
    }

    /// All possible next moves. Moves that do not depend on other processes come first. Empty if the world is over.
    var moves: [Move] {
        // Without the budget, time passes only to the time of a process that waits.
        let times = state.withLock { $0.mayPass } ? wait(for: surroundings.times) ?? [] : []
        return state.withLock { $0.moves(passingTo: times) }
    }

    /// Returns the fingerprint after each of these moves, independent of the order of unobservable events.
    func fingerprints(after moves: [Move]) -> [Fingerprint] {
        state.withLock { state in moves.map { state.fingerprint(after: $0) } }
    }

    /// The fingerprint of everything that has happened, independent of the order of unobservable events.
    var fingerprint: Fingerprint { state.withLock { $0.fingerprint } }

    /// The events since the world began.
    var happenings: [Happening] { state.withLock { $0.happenings } }

    /// The use case of a run that waits for something other than a port. No move can end this wait.
    var stuck: String? { state.withLock { $0.stuck } }

    /// The use case of a run that behaved differently after the same events.
    var strayed: String? { state.withLock { $0.strayed } }

    /// Repeats a move from an earlier world with the same past. The move must lead to the given fingerprint.
    func repeatMove(_ move: Move, leadingTo fingerprint: Fingerprint?) {
        make(move)
        state.withLock { state in
            if let fingerprint, state.fingerprint != fingerprint { _ = state.stray() }
        }
    }

    /// The data that was read and changed since the world began.
    var footprint: Footprint { state.withLock { $0.footprint } }

    func make(_ move: Move) {
        switch state.withLock({ $0.make(move) }) {
        case .beginning(let plannedRun, let device, let run): begin(plannedRun, as: move.process, on: device, run)
        case .resuming(let continuation, let fate): continuation.resume(returning: fate)
        case .passing(let time): return surroundings.clock.pass(to: time)
        case .strayed: return
        }
        executor.drain()
        // The other calls of a process that has died.
        while case let calls = state.withLock({ $0.leaveCallsOfDead() }), !calls.isEmpty {
            for continuation in calls { continuation.resume(returning: .diedBefore) }
            executor.drain()
        }
        state.withLock { $0.settle() }
    }

    /// Makes the first possible move until none exists. Each process continues undisturbed as long as it can.
    @discardableResult func play() -> [Move] {
        var made: [Move] = []
        while let move = moves.first {
            made.append(move)
            make(move)
        }
        return made
    }

    /// Repeats the last run of each actor if it was interrupted, undisturbed. Then servers play the runs that were left.
    func finish() -> History {
        for (actor, part) in plan.parts.enumerated() where state.withLock({ $0.isInterrupted(actor) }) {
            part.plannedRuns.last.map { play($0, by: actor, on: part.device, isRepetition: true) }
        }
        if let turn = plan.turn { play(turn.recovering, by: nil, on: 0, isRepetition: true) }
        return history
    }

    /// The runs in the order of their beginnings.
    var runs: [WorldRun] { state.withLock { $0.runs } }

    /// The current state of the world.
    var history: History {
        let nobody = surroundings.server
        let (isUndisturbed, changes) = state.withLock { ($0.isUndisturbed, $0.changes) }
        return History(
            runs: runs, devices: surroundings.devices.map { $0(nobody) }, server: nobody, isUndisturbed: isUndisturbed,
            changes: changes)
    }

    /// Ends all runs.
    func abandon() {
        for continuation in state.withLock({ $0.abandon() }) { continuation.resume(returning: .diedBefore) }
        executor.drain()
    }

    /// Waits for the body, which calls only ports of this world.
    func wait<Value: Sendable>(for body: @escaping @Sendable () async -> Value) -> Value? {
        let result = Mutex<Value?>(nil)
        Task(executorPreference: executor) {
            let value = await Secret.$numbering.withValue(self.numbers) { await body() }
            result.withLock { $0 = value }
        }
        executor.drain()
        return result.withLock { $0 }
    }

    private func play(_ plannedRun: PlannedRun, by actor: Int?, on device: Int, isRepetition: Bool = false) {
        let process = state.withLock {
            $0.add(plannedRun, by: actor, on: device, isRepetition: isRepetition)
        }
        make(Move(process: process, fate: nil))
        while let move = state.withLock({ $0.undisturbedMove(of: process) }) { make(move) }
    }

    private func begin(_ plannedRun: PlannedRun, as process: Int, on device: Int, _ run: Int) {
        let dependencies =
            plannedRun.isTurn ? dependenciesOfServer(run: UInt64(run)) : dependencies(on: device, run: UInt64(run))
        let identifier = UUIDv7(at: .example, random: (0, UInt64(run)))
        Task(executorPreference: executor) {
            await Secret.$numbering.withValue(self.numbers) {
                await Self.$process.withValue(process) {
                    let failure = await plannedRun.perform(dependencies, identifier)
                    self.state.withLock { $0.end(process, failure) }
                }
            }
        }
    }

    private func dependencies(on device: Int, run: UInt64) -> Dependencies {
        var server = ports(surroundings.server, at: .server, run << 1)
        server.taps.append(RunsOfWorld(world: self, isServers: true))
        var ports = surroundings.devices[device](server)
        ports.journal.adapter = CrashingJournal(base: ports.journal, world: self)
        ports = self.ports(ports, at: .device(device), run << 1 | 1)
        ports.taps.append(RunsOfWorld(world: self, isServers: false))
        return ports
    }

    private func dependenciesOfServer(run: UInt64) -> Dependencies {
        var server = ports(surroundings.server, at: .server, run << 1)
        server.taps.append(RunsOfWorld(world: self, isServers: false))
        return server
    }

    /// Returns the ports, whose calls are stopped, with the time of the world.
    private func ports(_ ports: Dependencies, at side: StoppedCall.Side, _ seed: UInt64) -> Dependencies {
        var stopped = ports.tapped(by: StoppingPorts(world: self, side: side))
        stopped.randomSource.adapter = NumberedRandomSource(run: seed)
        stopped.clock.adapter = TimeOfWorld(world: self, side: side)
        stopped.alarm.adapter = TimeOfWorld(world: self, side: side)
        return stopped
    }
}

// The events that the taps report, each of them about the process of the current task.
extension World {
    fileprivate func note<Value>(_ event: (inout WorldState, _ process: Int) -> Value) -> Value {
        state.withLock { event(&$0, Self.process) }
    }

    /// Waits for the decision about the call. Throws immediately for a process that is dead.
    fileprivate func stop(at call: StoppedCall) async throws(ErrorWrapper) -> Fate {
        if let error = note({ $0.errorAfterCrash($1, on: call.side) }) { throw error }
        return await withCheckedContinuation { continuation in note { $0.park($1, at: call, continuation) } }
    }

    /// Waits until the clock of the world has this uptime. Throws immediately for a process that is dead.
    fileprivate func sleep(until time: Duration, at side: StoppedCall.Side) async throws(ErrorWrapper) {
        guard time > surroundings.clock.uptime else { return }
        guard !Task.isCancelled, !note({ $0.isDead($1) }) else { throw .interrupted }
        let number = note { state, _ in state.numberOfWait() }
        let fate: Fate = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                note { $0.park($1, at: StoppedCall(waitingAt: side), continuation, until: time, wait: number) }
            }
        } onCancel: {
            state.withLock { $0.leaveWait(number) }?.resume(returning: .diedBefore)
        }
        guard fate == .performed else { throw .interrupted }
    }

    /// Starts a process for the call. A later move performs the call.
    fileprivate func performLater(_ call: StoppedCall, _ body: @escaping @Sendable () async -> Void) {
        let process = note { $0.detach(from: $1) }
        Task(executorPreference: executor) {
            await Self.$process.withValue(process) {
                let fate: Fate = await withCheckedContinuation { continuation in
                    self.note { $0.park($1, at: call, continuation, isLate: true) }
                }
                if fate == .performed { await body() }
            }
        }
    }
}

/// The time of a process. It waits until the world lets time pass.
private struct TimeOfWorld: Clock, Alarm {
    let world: World
    let side: StoppedCall.Side

    var now: Timestamp { world.surroundings.clock.now }
    var uptime: Duration { world.surroundings.clock.uptime }

    func sleep(for duration: Duration) async throws(ErrorWrapper) {
        try await world.sleep(until: uptime + duration, at: side)
    }

    func wait(until time: Timestamp) async throws(ErrorWrapper) {
        try await world.sleep(until: world.surroundings.clock.uptime(at: time), at: side)
    }
}

/// Stops each call of a run until its fate is decided.
private struct StoppingPorts: RunTap {
    let world: World
    let side: StoppedCall.Side

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        let call = StoppedCall(operation, at: side, sharing: world.surroundings.sharing)
        let fate = try await world.stop(at: call)
        switch fate {
        case .performed: break
        case .failed(let name): throw Self.failure(name, of: operation)
        case .failedLate(let name):
            world.performLater(call) { await Self.perform(performing) }
            throw Self.failure(name, of: operation)
        case .diedBefore: throw world.note { $0.die($1, on: side) }
        case .diedAfter:
            await Self.perform(performing)
            throw world.note { $0.die($1, on: side) }
        case .diedLate:
            world.performLater(call) { await Self.perform(performing) }
            throw world.note { $0.die($1, on: side) }
        case .passed: throw .interrupted
        }
        // The decision about the call is the last event.
        let happening = world.note { state, _ in state.happenings.count - 1 }
        do throws(ErrorWrapper) {
            let value = try await performing()
            // Computed outside the lock, because it runs foreign descriptions.
            let text = Self.text(of: value)
            world.note { state, _ in state.note(outcome: text, of: happening) }
            return value
        } catch {
            let name = error.name
            world.note { state, _ in state.note(outcome: name, of: happening) }
            throw error
        }
    }

    /// Performs a call whose caller no longer receives the result.
    private static func perform<Value>(_ body: @Sendable () async throws(ErrorWrapper) -> Value) async {
        _ = try? await body()
    }

    private static func failure<Value>(_ name: String, of operation: PortOperation<Value>) -> ErrorWrapper {
        for outcome in operation.outcomes where outcome.name == name {
            if case .failure(let error) = outcome.result { return error }
        }
        return .interrupted
    }

    private static func text<Value>(of value: Value) -> String {
        value is Done ? "✓" : optionalText(of: value, none: "–").onOneLine
    }
}

/// Reports runs to their world.
private struct RunsOfWorld: Tap {
    let world: World
    let isServers: Bool

    func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap {
        let number = world.note { $0.begin(run, of: $1, isServers: isServers) }
        return RunOfWorld(world: world, run: number, isServers: isServers)
    }
}

private struct RunOfWorld: RunTap {
    let world: World
    let run: Int
    let isServers: Bool

    func enter(_ scene: TappedScene) { world.note { state, _ in state.enter(scene, in: run) } }

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        // Calls on the server's side are not recorded.
        guard !isServers else { return try await performing() }
        let before = world.note { $0.portCalls(of: $1) }
        let outcome: Result<Value, ErrorWrapper>
        do throws(ErrorWrapper) {
            outcome = .success(try await performing())
        } catch {
            if error.isInterruption { throw error }
            outcome = .failure(error)
        }
        let isFromRecord = world.note { $0.portCalls(of: $1) } == before
        let call = AnsweredCall(
            name: operation.call, changes: operation.changes, isFromRecord: isFromRecord,
            isSecret: operation.changes
                && Secret.$numbering.withValue(nil) { "\(outcome)".contains(Secret.redacted) },
            hasFailed: outcome.isFailure)
        world.note { state, _ in state.note(call, of: run) }
        return try outcome.get()
    }

    func end(_ ending: RunEnding) { world.note { $0.end(run, ending, of: $1) } }
}

extension Result {
    fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}

/// The journal of a process that can die. It keeps the data that an interrupted run leaves.
private struct CrashingJournal: Journal {
    let base: any Journal
    let world: World

    func begin(_ run: RunDescription, at scene: TappedScene) async throws(ErrorWrapper) -> any RunTap {
        CrashingRun(base: try await base.begin(run, at: scene), world: world)
    }

    func discard() async throws(ErrorWrapper) {
        world.note { $0.forgetRecords(by: $1) }
        try await base.discard()
    }
}

private struct CrashingRun: RunTap {
    let base: any RunTap
    let world: World

    func enter(_ scene: TappedScene) async throws(ErrorWrapper) { try await base.enter(scene) }

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value { try await base.answer(operation, performing: performing) }

    func answer<Value>(_ operation: PortOperation<Value>, performing: () -> Value) -> Value {
        base.answer(operation, performing: performing)
    }

    func end(_ ending: RunEnding) async throws(ErrorWrapper) {
        try await base.end(world.note { $0.isDead($1) } ? .failure(.interrupted) : ending)
    }
}

/// An executor that runs all tasks of a world on the caller's thread, one after the other. Nothing in a world is
/// random, and the end of all tasks is detected.
final class WorldExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs tasks until each of them has ended or waits.
    func drain() {
        while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func next() -> UnownedJob? {
        jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
