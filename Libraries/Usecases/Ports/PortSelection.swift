/// The ports that a use case may use, selected from all of them when a run begins.
public protocol PortSelection: Sendable {
    init(_ dependencies: Dependencies)
}

extension Dependencies: PortSelection {
    /// Selects all ports.
    public init(_ dependencies: Dependencies) { self = dependencies }
}
