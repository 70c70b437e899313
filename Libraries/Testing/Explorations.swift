package import UsecasesEngine
package import UsecasesLaboratory
import UsecasesStorage

/// A cache of explorations. Each use case is explored once for all specs, because an exploration takes time.
package actor Explorations {
    private static let shared = Explorations()

    private var made: [ObjectIdentifier: Task<Exploration, Never>] = [:]

    /// Returns the exploration of the use case.
    package static func of(_ usecase: any Usecase.Type) async -> Exploration {
        await shared.exploration(of: usecase).value
    }

    /// Returns the explorations of all use cases of the application, in their order.
    package static func all<App: ExplorableApplication>(in application: App.Type) async -> [Exploration] {
        var tasks: [Task<Exploration, Never>] = []
        for usecase in App.usecases { tasks.append(await shared.exploration(of: usecase)) }
        var explorations: [Exploration] = []
        for task in tasks { explorations.append(await task.value) }
        return explorations
    }

    private func exploration(of usecase: any Usecase.Type) -> Task<Exploration, Never> {
        let key = ObjectIdentifier(usecase)
        if let task = made[key] { return task }
        let task = Task { await Explorer { .laboratory }.explore(usecase, drawing: .specified) }
        made[key] = task
        return task
    }
}
