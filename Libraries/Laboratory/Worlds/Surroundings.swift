public import Usecases

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
