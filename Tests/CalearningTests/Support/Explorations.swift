import Application
import Presentation

/// The explorations of the catalogue. Each is made once for all specs, because it takes time.
actor Explorations {
    private static let shared = Explorations()

    private var made: [String: Task<Exploration, Never>] = [:]

    static func of(_ entry: any Catalogued) async -> Exploration { await shared.exploration(of: entry).value }

    private func exploration(of entry: any Catalogued) -> Task<Exploration, Never> {
        if let task = made[entry.name] { return task }
        let task = Task { await CompositionRoot.explorer.explore(entry) }
        made[entry.name] = task
        return task
    }
}
