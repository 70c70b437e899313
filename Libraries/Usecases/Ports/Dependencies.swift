/// One adapter for each port, passed as a value: an adapter is swapped by changing a property of a copy, as in
/// `dependencies.dataStore.adapter = InMemoryDataStore()`.
///
/// Each port is declared as a property in its own file. The clock and the source of randomness are required. Every other
/// port that is not provided fails with `未設定` and its name when it is used.
public struct Dependencies: Sendable {
    private var ports: [String: any TimeBounded] = [:]
    /// The taps of the run that has these dependencies, the one nearest to the ports first.
    private var runTaps: [any RunTap] = []
    /// The taps between use cases and ports, the one nearest to the ports first. They are told of all runs.
    public var taps: [any Tap] = []

    /// `provide` sets the adapters of the other ports.
    public init(
        clock: any Clock, randomSource: any RandomSource, provide: (inout Dependencies) -> Void = { _ in }
    ) {
        self.clock.adapter = clock
        self.randomSource.adapter = randomSource
        provide(&self)
    }

    /// The port of this name, which is the name of its protocol. All uses of a name have the same type.
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

    /// These ports, each behind the tap.
    package func tapped(by tap: any RunTap) -> Dependencies {
        var tapped = self
        tapped.runTaps.append(tap)
        return tapped
    }

    /// How long the operation of the port waits at most; `nil` if it may wait for ever, or nobody knows.
    public func longest(_ operation: OperationName, of port: String) async -> Duration? {
        await ports[port]?.longest(operation)
    }
}

/// The ports that a use case may use, selected from all of them when a run begins.
public protocol PortSelection: Sendable {
    init(_ dependencies: Dependencies)
}

extension Dependencies: PortSelection {
    /// Selects all ports.
    public init(_ dependencies: Dependencies) { self = dependencies }
}
