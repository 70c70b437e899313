/// The ports that a use case may use, selected from all of them when a run begins.
package protocol PortSelection: Sendable {
    init(_ dependencies: Dependencies)
}

extension Dependencies: PortSelection {
    package init(_ dependencies: Dependencies) { self = dependencies }
}
