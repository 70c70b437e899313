public import UsecasesEngine

/// A run of a use case that an actor in a world starts, from one of the beginnings in the catalogue, or the turn of a server.
public struct PlannedRun: Sendable {
    /// The English name of the use case, such as `Greet`.
    package let usecase: String
    package let title: Sentence
    /// The number of the beginning within the use case, counted from 1.
    package let beginning: Int
    /// Whether the use case has other beginnings.
    package let hasAlternatives: Bool
    let isDurable: Bool
    /// Whether a server does this by itself, with the ports of the server's side.
    let isTurn: Bool
    /// Performs the run to its end. Returns its error, or `nil` if it reached a goal.
    private(set) var perform: @Sendable (Dependencies, UUIDv7) async -> ErrorWrapper?
    /// What servers do in the end, when their surroundings work again.
    private var recover: (@Sendable (Dependencies) async -> Void)?

    fileprivate init<U: Usecase>(
        of usecase: U.Type, _ beginning: Int, perform: @escaping @Sendable (Dependencies, UUIDv7) async -> ErrorWrapper?
    ) {
        self.usecase = U.name
        title = U.sentence(U.title)
        self.beginning = beginning
        hasAlternatives = U.beginnings.count > 1
        isDurable = U.isDurable
        isTurn = false
        self.perform = perform
    }

    /// Creates a turn of a server. `recover` is what servers do in the end, when their surroundings work again.
    package init(
        ofServer name: String, _ title: Sentence, perform: @escaping @Sendable (Dependencies) async -> Void,
        recover: @escaping @Sendable (Dependencies) async -> Void
    ) {
        usecase = name
        self.title = title
        beginning = 1
        hasAlternatives = false
        isDurable = false
        isTurn = true
        self.perform = { dependencies, _ in
            await perform(dependencies)
            return nil
        }
        self.recover = recover
    }

    /// What servers do in the end instead of this turn, or this run.
    var recovering: PlannedRun {
        var copy = self
        if let recover {
            copy.perform = { dependencies, _ in
                await recover(dependencies)
                return nil
            }
        }
        return copy
    }
}

extension PlannedRun: CustomStringConvertible {
    /// The name, such as `Greet`, or `Greet/2` for the second of several beginnings.
    public var description: String { hasAlternatives ? "\(usecase)/\(beginning)" : usecase }
}

extension Usecase {
    /// All runs of the use case that a user can start. Empty if the use case is run by a request.
    package static var plannedRuns: [PlannedRun] {
        guard case .command = invocation else { return [] }
        let actor = Actor.allCases.first(where: actors.contains) ?? .application
        return beginnings.enumerated().map { index, scene in
            PlannedRun(of: Self.self, index + 1) { dependencies, run in
                do throws(UnfinishedScenario<Self>) {
                    _ = try await interact(from: scene, as: actor, with: dependencies, run: run)
                    return nil
                } catch {
                    return error.error
                }
            }
        }
    }
}

/// The adapters of a world, on the server's side and on each device. They keep their state while the world exists.
public struct Surroundings: Sendable {
    /// The adapters of the server's side.
    public var server: Dependencies
    /// One function for each device. It receives the ports of the server's side that its runs see.
    public var devices: [@Sendable (Dependencies) -> Dependencies]
    /// The ports of a device that only start runs on the server's side.
    public let relays: Set<String>
    /// The names of ports that work on what another port keeps, with the name of that port. The search omits orders of
    /// calls of different ports, but not of these.
    public let sharing: [String: String]
    /// The clock of all runs. Adapters that need the time share it.
    public let clock: WorldClock
    /// Returns the uptimes of the clock that matter, such as the end of a lease or of a session.
    public let times: @Sendable () async -> [Duration]

    /// Creates the adapters of a world with at least one device.
    public init(
        server: Dependencies, devices: [@Sendable (Dependencies) -> Dependencies], relays: Set<String> = [],
        sharing: [String: String] = [:], clock: WorldClock = WorldClock(),
        times: @escaping @Sendable () async -> [Duration] = { [] }
    ) {
        var server = server
        server.clock.adapter = clock
        self.server = server
        self.devices = devices
        self.relays = relays
        self.sharing = sharing.merging([Port<any Events>.name: Port<any DurableRuns>.name]) { given, _ in given }
        self.clock = clock
        self.times = times
    }
}

/// A source of numbers that are reproducible, and different for each run.
final class NumberedRandomSource: RandomSource {
    private let run: UInt64
    private let count = AtomicCount()

    init(run: UInt64) {
        self.run = run
    }

    func next() -> UInt64 { Fingerprint(run).adding(count.next()).low }
}
