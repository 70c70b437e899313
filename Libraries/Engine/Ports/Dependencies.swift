/// A value that contains one adapter for each port. An adapter is swapped by setting a property of a copy, as in
/// `dependencies.dataStore.adapter = InMemoryDataStore()`.
///
/// Each port is declared as a property in its own file. The clock and the source of randomness are required. Any other
/// port without an adapter fails with `portNotProvided` and its name when it is used.
public struct Dependencies: Sendable {
    private var ports: [ObjectIdentifier: any NamedPort] = [:]
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

    /// The port for adapters of this type, which is the type of its protocol, as in `self[(any Clock).self]`.
    public subscript<Adapter>(type: Adapter.Type) -> Port<Adapter> {
        get {
            var port = ports[ObjectIdentifier(type)] as? Port<Adapter> ?? Port()
            port.taps = runTaps
            return port
        }
        set { ports[ObjectIdentifier(type)] = newValue }
    }

    /// Returns these ports, each behind the tap.
    package func tapped(by tap: any RunTap) -> Dependencies {
        var tapped = self
        tapped.runTaps.append(tap)
        return tapped
    }

    /// Returns the longest time that the operation of the port with this name waits, or `nil` if it is unbounded or not
    /// known.
    public func longest(_ operation: OperationName, of port: String) async -> Duration? {
        await ports.values.first { $0.name == port }?.longest(operation)
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
