public import Usecases

/// A run of a use case that somebody in a world undertakes, from one of its beginnings in the catalogue.
package struct PlannedRun: Sendable {
    /// The English name of the use case, such as `Greet`.
    package let usecase: String
    package let title: Sentence
    /// Counted from 1 among the beginnings of the use case.
    package let beginning: Int
    /// Whether the use case has other beginnings.
    package let hasAlternatives: Bool
    let isDurable: Bool
    /// Runs it to its end; returns why it failed, or `nil` if it reached a goal.
    let perform: @Sendable (Dependencies, UUIDv7) async -> ErrorWrapper?
}

extension PlannedRun: CustomStringConvertible {
    /// `Greet`, or `Greet/2` for the second of several beginnings.
    public var description: String { hasAlternatives ? "\(usecase)/\(beginning)" : usecase }
}

extension Usecase {
    /// All runs of the use case that a user can undertake; none if it is run by a request.
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

/// The adapters of a world: those of its server's side, and those of each device in front of it. They keep their state
/// while the world lasts.
public struct Surroundings: Sendable {
    /// The adapters of the server's side.
    public let server: Dependencies
    /// One for each device; given the ports of the server's side as its runs see them.
    public let devices: [@Sendable (Dependencies) -> Dependencies]
    /// The ports of a device behind which there are only runs on the server's side.
    public let relays: Set<String>

    /// The adapters of a world with at least one device.
    public init(
        server: Dependencies, devices: [@Sendable (Dependencies) -> Dependencies], relays: Set<String>
    ) {
        self.server = server
        self.devices = devices
        self.relays = relays
    }
}

/// Numbers that are the same each time, and different for each run.
final class NumberedRandomSource: RandomSource {
    private let run: UInt64
    private let count = AtomicCount()

    init(run: UInt64) {
        self.run = run
    }

    func next() -> UInt64 { Fingerprint(run).adding(count.next()).low }
}
