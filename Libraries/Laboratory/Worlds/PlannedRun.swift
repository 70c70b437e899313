public import UsecasesEngine

/// A run of a use case that an actor in a world starts, from one of the beginnings in the catalogue.
package struct PlannedRun: Sendable {
    /// The English name of the use case, such as `Greet`.
    package let usecase: String
    package let title: Sentence
    /// The number of the beginning within the use case, counted from 1.
    package let beginning: Int
    /// Whether the use case has other beginnings.
    package let hasAlternatives: Bool
    let isDurable: Bool
    /// Performs the run to its end. Returns its error, or `nil` if it reached a goal.
    let perform: @Sendable (Dependencies, UUIDv7) async -> ErrorWrapper?
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
            PlannedRun(
                usecase: name, title: sentence(title), beginning: index + 1,
                hasAlternatives: beginnings.count > 1, isDurable: isDurable
            ) { dependencies, run in
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
    public let server: Dependencies
    /// One function for each device. It receives the ports of the server's side that its runs see.
    public let devices: [@Sendable (Dependencies) -> Dependencies]
    /// The ports of a device that only start runs on the server's side.
    public let relays: Set<String>
    /// The names of ports that work on what another port keeps, with the name of that port. The search omits orders of
    /// calls of different ports, but not of these.
    public let sharing: [String: String]

    /// Creates the adapters of a world with at least one device.
    public init(
        server: Dependencies, devices: [@Sendable (Dependencies) -> Dependencies], relays: Set<String> = [],
        sharing: [String: String] = [:]
    ) {
        self.server = server
        self.devices = devices
        self.relays = relays
        self.sharing = sharing
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
