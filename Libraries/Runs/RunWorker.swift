import Foundation
import Synchronization
public import UsecasesEngine
import UsecasesLaboratory
import UsecasesStorage

/// Plays the durable runs of a service that this server claims: new ones, and those that other servers have left.
public struct RunWorker: Sendable {
    /// The bounds of a worker.
    public struct Limits: Sendable, Hashable {
        /// The number of runs that are played at the same time, at least 1.
        public var runs = 8
        /// The time after which another server takes over a run of a server that has died. Whole seconds, at least 1. A
        /// living server extends it.
        public var lease = Duration.seconds(30)
        /// The time between two looks for runs of other servers.
        public var interval = Duration.seconds(1)
        /// The number of failed attempts after which a run is left to an operator.
        public var attempts = 10
        /// The pauses after failed attempts.
        public var pauses = Backoff(first: .seconds(1), longest: .seconds(600))
        /// The time for which a run is left to servers that know its use case. It doubles each time.
        public var absence = Duration.seconds(5)
        /// The longest time for which a run is left.
        public var longestAbsence = Duration.seconds(600)

        /// Creates the usual bounds.
        public init() {}
    }

    /// What a worker reports.
    public enum Event: Sendable {
        /// A run of another attempt was taken over, at the number of the attempt.
        case tookOver(usecase: String, attempt: Int)
        /// This server does not know the use case, or only another version of it, and leaves the run for the time.
        case left(usecase: String, run: String, for: Duration)
        /// An attempt has ended.
        case ended(usecase: String, AttemptEnding)
        /// Another server goes on with a run that this server has played too slowly.
        case lostClaim(usecase: String)
        /// The queue does not answer.
        case queueFailed(ErrorWrapper)
    }

    private let queue: any RunQueue
    private let usecases: [String: any Usecase.Type]
    private let name: String
    private let limits: Limits
    private let clock: any Clock
    private let randomSource: any RandomSource
    private let dependencies: @Sendable () throws(ErrorWrapper) -> Dependencies
    private let report: @Sendable (Event) -> Void
    private let wakeUps: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation
    private let absences = Absences()

    /// Creates a worker for the durable ones of the use cases. `name` is the name of the server in the queue, and
    /// `dependencies` returns the ports of a run.
    public init(
        _ usecases: [any Usecase.Type], of queue: any RunQueue, as name: String, limits: Limits = Limits(),
        clock: any Clock,
        randomSource: any RandomSource, dependencies: @escaping @Sendable () throws(ErrorWrapper) -> Dependencies,
        report: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        self.queue = queue
        self.usecases = Dictionary(usecases.filter { $0.isDurable }.map { ($0.name, $0) }) { first, _ in first }
        self.name = name
        self.limits = limits
        self.clock = clock
        self.randomSource = randomSource
        self.dependencies = dependencies
        self.report = report
        let (wakeUps, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.wakeUps = wakeUps
        self.waker = waker
    }

    /// Looks for runs at once.
    public func wake() { waker.yield() }

    /// Plays runs until the task is cancelled. Then it gives back those that have not ended, and returns.
    public func work() async {
        await withDiscardingTaskGroup { group in
            group.addTask {
                while (try? await clock.sleep(for: limits.interval)) != nil { waker.yield() }
            }
            let places = Places(limits.runs)
            waker.yield()
            for await _ in wakeUps {
                for run in await claim(places.free) {
                    places.take()
                    group.addTask {
                        await play(run)
                        places.leave()
                        waker.yield()
                    }
                }
            }
        }
    }

    private func claim(_ count: Int) async -> [ClaimedRun] {
        guard count > 0, !Task.isCancelled else { return [] }
        do throws(ErrorWrapper) {
            return try await queue.claim(atMost: count, by: name, for: limits.lease)
        } catch {
            report(.queueFailed(error))
            return []
        }
    }

    /// Claims at most one run, and plays it to the end of its attempt. Returns `false` if there is none.
    func playOnce() async -> Bool {
        guard let run = await claim(1).first else { return false }
        if let (ending, event) = await ending(of: run) { await end(run, with: ending, event) }
        return true
    }

    private func play(_ run: ClaimedRun) async {
        guard let (ending, event) = await ending(of: run) else { return }
        // Also when the worker was cancelled.
        await Task { await end(run, with: ending, event) }.value
    }

    /// Plays the attempt. Returns its end and what to report, or `nil` if the claim was lost.
    private func ending(of run: ClaimedRun) async -> (AttemptEnding, Event)? {
        if run.number > 1 { report(.tookOver(usecase: run.usecase, attempt: run.number)) }
        let journal = RunJournal(run, in: queue, lease: limits.lease)
        let ending: AttemptEnding?
        if let usecase = usecases[run.usecase] {
            ending = await withTaskGroup { group in
                group.addTask { await usecase.ending(of: run, with: journal, in: self) }
                group.addTask { await extend(run.claim, of: journal) }
                let first = await group.next() ?? nil
                group.cancelAll()
                // Whichever ends first, the run is not left before it has ended.
                let second = await group.next() ?? nil
                return first ?? second
            }
        } else {
            journal.noteMismatch(of: run.usecase)
            ending = nil
        }
        if journal.isMismatched, !journal.hasLostClaim {
            let bounds = Backoff(first: limits.absence, longest: limits.longestAbsence)
            let absence = bounds.bound(after: absences.count(of: run.claim.run))
            return (.givenBack(for: absence), .left(usecase: run.usecase, run: run.claim.run, for: absence))
        }
        guard let ending, !journal.hasLostClaim else {
            report(.lostClaim(usecase: run.usecase))
            return nil
        }
        return (ending, .ended(usecase: run.usecase, ending))
    }

    private func end(_ run: ClaimedRun, with ending: AttemptEnding, _ event: Event) async {
        do throws(ErrorWrapper) {
            let wasEnded = try await queue.end(run.claim, with: ending)
            report(wasEnded ? event : .lostClaim(usecase: run.usecase))
        } catch {
            // The lease ends, and the next attempt plays what was not noted.
            report(.queueFailed(error))
        }
    }

    /// Extends the lease until the task is cancelled or the claim is lost. Always returns `nil`.
    private func extend(_ claim: RunClaim, of journal: RunJournal) async -> AttemptEnding? {
        while (try? await clock.sleep(for: limits.lease / 3)) != nil {
            do throws(ErrorWrapper) {
                guard try await queue.extend(claim, for: limits.lease) else {
                    journal.loseClaim()
                    return nil
                }
            } catch {
                report(.queueFailed(error))
            }
        }
        return nil
    }

    fileprivate func dependencies(with journal: RunJournal) throws(ErrorWrapper) -> Dependencies {
        var dependencies = try self.dependencies()
        dependencies.journal.adapter = journal
        dependencies.alarm.adapter = RunAlarm(journal: journal, clock: clock)
        dependencies.events.adapter = RunEvents(queue: queue, journal: journal, clock: clock)
        dependencies.durableRuns.adapter = queue
        return dependencies
    }

    fileprivate func ending(after error: ErrorWrapper, _ run: ClaimedRun, _ journal: RunJournal) -> AttemptEnding {
        if error.isInterruption {
            let rest = journal.rest
            return .givenBack(for: max(.zero, rest.map { $0.time - clock.now } ?? .zero), event: rest?.event)
        }
        let pause = limits.pauses.pause(after: run.number, randomSource)
        return .failure(reason: "\(error)", pause: run.number < limits.attempts ? pause : nil)
    }
}

/// The runs that this server has left. Others may have played them since, so their number is bounded.
private final class Absences: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// Counts an absence from the run, and returns how many there were.
    func count(of run: String) -> Int {
        counts.withLock { counts in
            if counts.count >= 10_000, counts[run] == nil { counts = [:] }
            counts[run, default: 0] += 1
            return counts[run, default: 1]
        }
    }
}

/// The places for runs that are played at the same time.
private final class Places: Sendable {
    private let count: Atomic<Int>

    init(_ count: Int) { self.count = Atomic(count) }

    var free: Int { count.load(ordering: .relaxed) }

    func take() { count.subtract(1, ordering: .relaxed) }

    func leave() { count.add(1, ordering: .relaxed) }
}

extension Usecase {
    /// Plays the run from its last note, and returns the end of the attempt.
    fileprivate static func ending(
        of run: ClaimedRun, with journal: RunJournal, in worker: RunWorker
    ) async -> AttemptEnding? {
        do {
            guard let known = try? Recording(run.beginning).runs.first,
                let scene = try? JSONDecoder().decode(Step<Self>.self, from: known.beginning)
            else {
                journal.noteMismatch(of: name)
                throw ErrorWrapper.interrupted
            }
            let scenario = try await interact(
                from: scene, as: known.actor, with: try worker.dependencies(with: journal), run: known.run)
            return .goal(try JSONEncoder().encode(scenario.goal))
        } catch let error as UnfinishedScenario<Self> {
            return worker.ending(after: error.error, run, journal)
        } catch let error as ErrorWrapper {
            return worker.ending(after: error, run, journal)
        } catch {
            return .failure(reason: "\(type(of: error))", pause: nil)
        }
    }
}
