import Foundation

/// What the environment and the standard streams allow.
struct TerminalStyle: Sendable, Hashable {
    /// Whether views are drawn and keys read.
    let isInteractive: Bool
    let isColoured: Bool

    init(environment: Environment, isInputTerminal: Bool, isOutputTerminal: Bool) {
        let isCapable = environment["TERM"].map { $0 != "dumb" } ?? false
        isInteractive = isInputTerminal && isOutputTerminal && isCapable
        isColoured = isOutputTerminal && isCapable && environment["NO_COLOR"] == nil
    }

    /// Whether views are drawn. Lines of a trace on the same terminal would be written over them.
    func showsViews(_ settings: Settings, isErrorTerminal: Bool) -> Bool {
        isInteractive && settings.format == .text && !(settings.isTraced && isErrorTerminal)
    }
}
