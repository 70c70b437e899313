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
        /// The time for which a run is left to servers that know its use case.
        public var absence = Duration.seconds(5)

        /// Creates the usual bounds.
        public init() {}
    }

    /// What a worker reports.
    public enum Event: Sendable {
        /// A run of another attempt was taken over, at the number of the attempt.
        case tookOver(usecase: String, attempt: Int)
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

    private func play(_ run: ClaimedRun) async {
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
            ending = .givenBack(until: clock.now + limits.absence)
        }
        guard let ending, !journal.hasLostClaim else { return report(.lostClaim(usecase: run.usecase)) }
        // Also when the worker was cancelled.
        await Task { await end(run, with: ending) }.value
    }

    private func end(_ run: ClaimedRun, with ending: AttemptEnding) async {
        do throws(ErrorWrapper) {
            let wasEnded = try await queue.end(run.claim, with: ending)
            report(wasEnded ? .ended(usecase: run.usecase, ending) : .lostClaim(usecase: run.usecase))
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
        return dependencies
    }

    fileprivate func ending(after error: ErrorWrapper, _ run: ClaimedRun, _ journal: RunJournal) -> AttemptEnding {
        if journal.isMismatched { return .givenBack(until: clock.now + limits.absence) }
        if error.isInterruption { return .givenBack(until: clock.now) }
        let pause = limits.pauses.pause(after: run.number, randomSource)
        return .failure(reason: "\(error)", pause: run.number < limits.attempts ? pause : nil)
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
