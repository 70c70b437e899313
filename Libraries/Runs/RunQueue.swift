public import Foundation
public import UsecasesEngine

/// The durable runs of a service, for all its servers.
///
/// A server claims a run for the time of a lease, and then alone can note its changes: an adapter checks the claim in the
/// transaction of each note. When the lease has ended, another server can claim the run, and the former claim is lost.
public protocol RunQueue: DurableRuns {
    /// Throws `damaged` if the database has no queue, and another system error of the data store if it does not answer.
    func check() async throws(ErrorWrapper)
    /// Adds a run. If there is one with its key already, adds nothing. Throws a system error of the data store.
    func add(_ run: QueuedRun) async throws(ErrorWrapper)
    /// Claims at most this number of runs whose time has come, those that wait longest first. `worker` names the server.
    /// Throws a system error of the data store.
    func claim(atMost limit: Int, by worker: String, for lease: Duration) async throws(ErrorWrapper) -> [ClaimedRun]
    /// Notes lines of the journal under the number, and extends the lease. Returns `false`, and has noted nothing, if the
    /// claim was lost. Throws a system error of the data store.
    func note(_ lines: Data, as number: Int, of claim: RunClaim, for lease: Duration) async throws(ErrorWrapper) -> Bool
    /// Extends the lease. Returns `false` if the claim was lost. Throws a system error of the data store.
    func extend(_ claim: RunClaim, for lease: Duration) async throws(ErrorWrapper) -> Bool
    /// Ends the run or the attempt, or gives the run back. Returns `false`, and has changed nothing, if the claim was lost.
    /// Throws a system error of the data store.
    func end(_ claim: RunClaim, with ending: AttemptEnding) async throws(ErrorWrapper) -> Bool
    /// Returns the content of the event that was told first, or `nil`. Throws a system error of the data store.
    func told(_ event: String) async throws(ErrorWrapper) -> Data?
    /// Tells the event, unless it was told already, and lets the runs go on that wait for it. Throws a system error of the
    /// data store.
    func tell(_ event: String, _ content: Data) async throws(ErrorWrapper)
    /// Returns how many runs wait, and for how long. Throws a system error of the data store.
    func counts() async throws(ErrorWrapper) -> RunCounts
    /// Removes at most this number of runs that reached a goal or were cancelled before this time, and returns how many. One
    /// that failed stays for an operator. Also removes as many events that were told before. Throws a system error of the data store.
    func removeEnded(for time: Duration, limit: Int) async throws(ErrorWrapper) -> Int
}

extension RunQueue {
    /// Returns at once, because the queue exists.
    public func check() async throws(ErrorWrapper) {}

    /// Queues a run that begins with the scene. If there is one with the key already, queues nothing.
    public func begin<U: Usecase>(_ scene: Step<U>, as actor: Actor, key: UUIDv7) async throws(ErrorWrapper) {
        let run: QueuedRun
        do {
            run = try QueuedRun(scene, as: actor, key: key)
        } catch {
            throw .system(error: .dataStore(.unwritable(location: "the queue of runs", content: nil)), causedBy: error)
        }
        try await add(run)
    }

    /// Tells the value to all runs that wait now or later. Only the first value of an event counts. Throws a
    /// system error of the data store.
    public func tell<Value>(_ value: Value, of event: Event<Value>) async throws(ErrorWrapper) {
        let content: Data
        do {
            content = try JSONEncoder().encode(value)
        } catch {
            throw .system(
                error: .dataStore(.unwritable(location: "the event \(event.name)", content: nil)), causedBy: error)
        }
        try await tell(event.name, content)
    }
}

/// How many runs a queue has.
public struct RunCounts: Sendable, Hashable {
    /// The runs that a server could play, and that none plays.
    public var waiting: Int
    /// The runs that wait for a time or for an event.
    public var resting: Int
    /// The runs that servers play.
    public var playing: Int
    /// The runs that failed and are left to an operator.
    public var failed: Int
    /// The time since the first of the waiting runs could be played, or zero without one.
    public var longestWait: Duration

    /// Creates counts.
    public init(
        waiting: Int = 0, resting: Int = 0, playing: Int = 0, failed: Int = 0, longestWait: Duration = .zero
    ) {
        self.waiting = waiting
        self.resting = resting
        self.playing = playing
        self.failed = failed
        self.longestWait = longestWait
    }
}

/// A durable run, before it begins.
public struct QueuedRun: Sendable, Hashable {
    /// The identifier of the run. A second run with the same key is not added.
    public let key: UUIDv7
    /// The English name of the use case.
    public let usecase: String
    /// The first line of its journal. It has no secrets.
    public let beginning: Data

    init(key: UUIDv7, usecase: String, beginning: Data) {
        self.key = key
        self.usecase = usecase
        self.beginning = beginning
    }

    /// Creates a run that begins with the scene. Throws an `EncodingError` if the scene cannot be encoded.
    public init<U: Usecase>(_ scene: Step<U>, as actor: Actor, key: UUIDv7) throws {
        let description = RunDescription(run: key, usecase: U.name, actor: actor)
        self.init(key: key, usecase: U.name, beginning: try RunJournal.beginning(of: description, at: scene.scene))
    }
}

/// The right of a server to note the changes of a run.
public struct RunClaim: Sendable, Hashable, Codable {
    /// The identifier of the attempt. Each claim after a lost one has another.
    public let attempt: String
    /// The identifier of the run in the queue.
    public let run: String

    /// Creates a claim from the identifiers of the queue.
    public init(attempt: String, run: String) {
        self.attempt = attempt
        self.run = run
    }
}

/// A run that a server has claimed.
public struct ClaimedRun: Sendable, Codable {
    /// The right to go on with it.
    public let claim: RunClaim
    /// The English name of the use case.
    public let usecase: String
    /// The number of the attempt, counted from 1. Giving a run back begins no attempt.
    public let number: Int
    /// The first line of the journal.
    public let beginning: Data
    /// The lines that were noted, in the order of their numbers, which begin with 1.
    public let notes: [Data]

    /// Creates a run as the queue has it.
    public init(_ claim: RunClaim, usecase: String, number: Int, beginning: Data, notes: [Data]) {
        self.claim = claim
        self.usecase = usecase
        self.number = number
        self.beginning = beginning
        self.notes = notes
    }
}

/// The end of an attempt.
public enum AttemptEnding: Sendable, Hashable {
    /// The run has reached the goal, which is its JSON without secrets.
    case goal(Data)
    /// The attempt has failed. The next one begins after the pause, or never.
    case failure(reason: String, pause: Duration?)
    /// The run is given back for the time, or until the event is told, to any server that knows its use case. If the event
    /// was told already, it goes on at once.
    case givenBack(for: Duration, event: String? = nil)
}
