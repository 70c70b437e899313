/// Keeps the outcomes of the port calls of unfinished runs, to resume a durable use case after a crash.
///
/// As a tap, it records each outcome before the run continues. Outcomes of operations with side effects are on disk by
/// then. A run resumes an interrupted run with the same use case, actor and first scene. The journal answers its calls,
/// up to the last recorded change.
public protocol Journal: Tap {
    /// The executor of runs with a journal. It uses the thread that writes the journal, to avoid a thread switch for
    /// each line. `nil` if any thread is suitable.
    var executor: (any TaskExecutor)? { get }
    /// The use cases whose interrupted runs did not match the runs that resumed them, as after an upgrade. These runs
    /// repeated everything from the first difference on.
    var mismatches: [String] { get }

    /// Forgets all unfinished runs. Throws a system error of the data store.
    func discard() async throws(ErrorWrapper)
}

extension Journal {
    /// `nil`, because any thread is suitable.
    public var executor: (any TaskExecutor)? { nil }
    /// Empty, because all runs are from one version of the program.
    public var mismatches: [String] { [] }
}

extension Port: Tap, Journal where Adapter == any Journal {
    /// The name of the operation that begins a run.
    public static var begin: OperationName { "begin(_:at:)" }
    /// The name of the operation that forgets all unfinished runs.
    public static var discard: OperationName { "discard()" }

    /// The executor of the adapter, or `nil` if it has none.
    public var executor: (any TaskExecutor)? { adapter?.executor }
    /// The use cases of the adapter, or none without an adapter.
    public var mismatches: [String] { adapter?.mismatches ?? [] }

    /// Begins the run in the adapter. Throws `portNotProvided` without an adapter.
    public func begin(_ run: RunDescription, at scene: TappedScene) async throws(ErrorWrapper) -> any RunTap {
        try await provided.begin(run, at: scene)
    }

    /// Forgets all unfinished runs. Throws a system error of the data store, or `portNotProvided` without an adapter.
    public func discard() async throws(ErrorWrapper) {
        try await call(
            Self.discard, changes: true, outcomes: [PossibleOutcome("discarded", Done()), .unreadable, .unwritable]
        ) { (journal) async throws(ErrorWrapper) in try await journal.discard() }
    }
}

extension Dependencies {
    /// The journal of the durable use cases.
    public var journal: Port<any Journal> {
        get { self[(any Journal).self] }
        set { self[(any Journal).self] = newValue }
    }
}
