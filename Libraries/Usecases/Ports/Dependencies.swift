/// A value that contains one adapter for each port. An adapter is swapped by setting a property of a copy, as in
/// `dependencies.dataStore.adapter = InMemoryDataStore()`.
///
/// Each port is declared as a property in its own file. The clock and the source of randomness are required. Any other
/// port without an adapter fails with `未設定` and its name when it is used.
public struct Dependencies: Sendable {
    private var ports: [String: any TimeBounded] = [:]
    /// The taps of the run that has these dependencies. The first is nearest to the ports.
    private var runTaps: [any RunTap] = []
    /// The taps between use cases and ports, which are notified of all runs. The first is nearest to the ports.
    public var taps: [any Tap] = []

    /// Creates dependencies. `provide` sets the adapters of the other ports.
    public init(
        clock: any Clock, randomSource: any RandomSource, provide: (inout Dependencies) -> Void = { _ in }
    ) {
        self.clock.adapter = clock
        self.randomSource.adapter = randomSource
        provide(&self)
    }

    /// The port with this name, which is the name of its protocol. All uses of a name have the same type.
    public subscript<Adapter>(name: String) -> Port<Adapter> {
        get {
            var port = Port<Adapter>(name)
            if let known = ports[name] {
                guard let known = known as? Port<Adapter> else { preconditionFailure("two ports are called \(name)") }
                port = known
            }
            port.taps = runTaps
            return port
        }
        set { ports[name] = newValue }
    }

    /// Returns these ports, each behind the tap.
    package func tapped(by tap: any RunTap) -> Dependencies {
        var tapped = self
        tapped.runTaps.append(tap)
        return tapped
    }

    /// Returns the longest time that the port's operation waits, or `nil` if it is unbounded or not known.
    public func longest(_ operation: OperationName, of port: String) async -> Duration? {
        await ports[port]?.longest(operation)
    }
}

/// The ports that a use case may use, selected when a run begins.
public protocol PortSelection: Sendable {
    /// Selects the ports from the dependencies of a run.
    init(_ dependencies: Dependencies)
}

extension Dependencies: PortSelection {
    /// Selects all ports.
    public init(_ dependencies: Dependencies) { self = dependencies }
}
