public import UsecasesEngine

/// The part of an application that the laboratory and the checks of `UsecasesTesting` know. It needs no terminal: a package
/// with its own program can declare a type in its tests. An application in a terminal conforms by its
/// `TerminalApplication`.
public protocol ExplorableApplication: SendableMetatype {
    /// All use cases. Each listed use case has an exploration and a page in the specification, and the checks include it.
    static var usecases: [any Usecase.Type] { get }
    /// The invariants of the application. The search for worlds looks for a violation.
    static var invariants: [any Invariant.Type] { get }
    /// The keys of all values that the application stores on a device.
    static var keys: [any DeclaredKey] { get }
    /// What the servers of the application do by themselves, such as the turn of a worker that plays durable runs.
    static var turns: [PlannedRun] { get }
    /// Returns adapters for one world. They keep their invariants, and exist only in memory.
    static func surroundings(devices: Int) -> Surroundings
}

extension ExplorableApplication {
    /// Empty by default.
    public static var invariants: [any Invariant.Type] { [] }
    /// Empty by default.
    public static var turns: [PlannedRun] { [] }
    /// Empty by default.
    public static var keys: [any DeclaredKey] { [] }

    /// All runs and turns in worlds.
    package static var plannedRuns: [PlannedRun] { usecases.flatMap { $0.plannedRuns } + turns }

    package static var worlds: WorldSearch {
        WorldSearch(invariants: invariants) { surroundings(devices: $0) }
    }
}
