package import Usecases
package import UsecasesLaboratory

extension PortCallName {
    /// Whether a change by this call reaches beyond the browser's own store. Deleting a value without having read it
    /// counts, because it forgets what the user has not seen. Then the argument is only the name of the value.
    package var isOutsideStore: Bool {
        guard port == Port<any DataStore>.name else { return true }
        return operation == "delete(_:)" && !(arguments.first ?? "").contains(": ")
    }
}

extension Exploration {
    /// Whether any scenario changes something outside the browser's own store.
    package var changesOutsideStore: Bool {
        ways.contains { way in
            way.changes.contains { index in
                if case .call(let call, _) = way.events[index] { call.isOutsideStore } else { false }
            }
        }
    }
}

extension TerminalApplication {
    /// Returns the paths of the use cases that change something outside the browser's own store. The laboratory finds them.
    package static func changing(_ places: [UsecasePlace]) async -> Set<String> {
        // Each path is played once, because nobody looks for randomness here.
        var limits = Explorer.Limits()
        limits.plays = 0
        let explorer = Explorer(limits: limits) { laboratory }
        func explore<U: Usecase>(_ usecase: U.Type) async -> Exploration { await explorer.explore(usecase) }
        var changing: Set<String> = []
        for place in places where await explore(place.usecase).changesOutsideStore { changing.insert(place.path) }
        return changing
    }
}
