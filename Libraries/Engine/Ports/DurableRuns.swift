/// The durable runs of a service. Any of its servers plays them, and another one goes on if it dies.
///
/// Each operation throws a system error of the data store.
public protocol DurableRuns: Sendable {
    /// Queues a run that begins with the scene. If there is one with the key already, queues nothing.
    func begin<U: Usecase>(_ scene: Step<U>, as actor: Actor, key: UUIDv7) async throws(ErrorWrapper)
    /// Returns at most `limit` runs in the order of their keys, those that follow `key` or the first ones. Without `isEnded`,
    /// omits those that reached a goal or were cancelled.
    func runs(after key: UUIDv7?, limit: Int, withEnded isEnded: Bool) async throws(ErrorWrapper) -> [DurableRun]
    /// Returns the run, or `nil` if there is none.
    func run(_ key: UUIDv7) async throws(ErrorWrapper) -> DurableRun?
    /// Cancels the run, also while a server plays it. Returns `false` if there is none that could go on.
    func cancel(_ key: UUIDv7) async throws(ErrorWrapper) -> Bool
    /// Lets a run that failed or rests go on now. Returns `false` if there is none.
    func retry(_ key: UUIDv7) async throws(ErrorWrapper) -> Bool
}

/// A durable run as an operator sees it. It contains no secret.
public struct DurableRun: Sendable, Hashable, Codable {
    /// The state of a run.
    public enum State: Sendable, Hashable, Codable {
        /// A server could play the run since this time, and none does.
        case waits(since: Timestamp)
        /// The run goes on at the time, or when the event is told.
        case rests(until: Timestamp, event: String?)
        /// A server plays the run. It must renew its lease before it ends.
        case plays(server: String, leaseEnd: Timestamp)
        /// The last attempt failed for this reason.
        case failed(reason: String)
        /// The run reached a goal, which is its JSON without secrets.
        case ended(goal: String)
        /// An operator cancelled the run.
        case cancelled

        /// Whether the run can go on by itself.
        public var isUnfinished: Bool {
            switch self {
            case .waits, .rests, .plays: true
            case .failed, .ended, .cancelled: false
            }
        }
    }

    /// The key, whose time is that of the first request.
    public let key: UUIDv7
    /// The English name of the use case.
    public let usecase: String
    /// The name of the scene of the last note, or of the first scene without one.
    public let scene: String
    /// The number of the attempt, counted from 1, or 0 before the first one.
    public let attempt: Int
    /// What the run does or waits for.
    public let state: State

    /// Creates a run as a queue has it.
    public init(key: UUIDv7, usecase: String, scene: String, attempt: Int, state: State) {
        self.key = key
        self.usecase = usecase
        self.scene = scene
        self.attempt = attempt
        self.state = state
    }

    /// A run that rests, for the laboratory.
    public static let example = DurableRun(
        key: UUIDv7(at: .example, random: (0, 1)), usecase: "SendParcel", scene: "The clerk hands the parcel over",
        attempt: 1, state: .rests(until: .example + .seconds(60), event: nil))
}

extension Port: DurableRuns where Adapter == any DurableRuns {
    /// Queues a run that begins with the scene. If there is one with the key already, queues nothing.
    public func begin<U: Usecase>(_ scene: Step<U>, as actor: Actor, key: UUIDv7) async throws(ErrorWrapper) {
        try await call(
            "begin(_:as:key:)", [U.name, "\(actor)", "\(key)"], changes: true,
            isPerformedElsewhere: true, outcomes: [PossibleOutcome("begun", Done())] + PossibleOutcome.writeErrors
        ) { (runs) async throws(ErrorWrapper) in try await runs.begin(scene, as: actor, key: key) }
    }

    /// Returns at most `limit` runs in the order of their keys, those that follow `key` or the first ones.
    public func runs(
        after key: UUIDv7?, limit: Int, withEnded isEnded: Bool
    ) async throws(ErrorWrapper) -> [DurableRun] {
        try await call(
            "runs(after:limit:withEnded:)", [key.map { "\($0)" } ?? "the beginning", "\(limit)", "\(isEnded)"],
            outcomes: [PossibleOutcome("some", [.example]), PossibleOutcome("none", [])] + PossibleOutcome.readErrors
        ) { (runs) async throws(ErrorWrapper) in
            try await runs.runs(after: key, limit: limit, withEnded: isEnded)
        }
    }

    /// Returns the run, or `nil` if there is none.
    public func run(_ key: UUIDv7) async throws(ErrorWrapper) -> DurableRun? {
        try await call(
            "run(_:)", ["\(key)"],
            outcomes: [PossibleOutcome("found", .example), PossibleOutcome("absent", nil)] + PossibleOutcome.readErrors
        ) { (runs) async throws(ErrorWrapper) in try await runs.run(key) }
    }

    /// Cancels the run, also while a server plays it. Returns `false` if there is none that could go on.
    public func cancel(_ key: UUIDv7) async throws(ErrorWrapper) -> Bool {
        try await call(
            "cancel(_:)", ["\(key)"], changes: true,
            outcomes: [PossibleOutcome("cancelled", true), PossibleOutcome("absent", false)]
                + PossibleOutcome.writeErrors
        ) { (runs) async throws(ErrorWrapper) in try await runs.cancel(key) }
    }

    /// Lets a run that failed or rests go on now. Returns `false` if there is none.
    public func retry(_ key: UUIDv7) async throws(ErrorWrapper) -> Bool {
        try await call(
            "retry(_:)", ["\(key)"], changes: true,
            outcomes: [PossibleOutcome("retried", true), PossibleOutcome("absent", false)]
                + PossibleOutcome.writeErrors
        ) { (runs) async throws(ErrorWrapper) in try await runs.retry(key) }
    }
}

extension Dependencies {
    /// The durable runs of the service.
    public var durableRuns: Port<any DurableRuns> {
        get { self[(any DurableRuns).self] }
        set { self[(any DurableRuns).self] = newValue }
    }
}
