/// What a use case may touch of the ports: made from all of them when a run begins.
package protocol PortSelection: Sendable {
    init(_ dependencies: Dependencies)
}

extension Dependencies: PortSelection {
    package init(_ dependencies: Dependencies) { self = dependencies }
}
