package import UsecasesEngine
package import UsecasesLaboratory
import UsecasesStorage

/// A cache of explorations. Each use case is explored once for all specs, because an exploration takes time.
package actor Explorations {
    private struct Key: Hashable {
        let usecase: ObjectIdentifier
        let application: ObjectIdentifier
    }

    private static let shared = Explorations()

    private var made: [Key: Task<Exploration, Never>] = [:]

    /// Returns the exploration of the use case by the application's explorer.
    package static func of<App: ExplorableApplication>(
        _ usecase: any Usecase.Type, in application: App.Type
    ) async -> Exploration {
        await shared.exploration(of: usecase, in: application).value
    }

    /// Returns the explorations of all use cases of the application, in their order.
    package static func all<App: ExplorableApplication>(in application: App.Type) async -> [Exploration] {
        var tasks: [Task<Exploration, Never>] = []
        for usecase in App.usecases { tasks.append(await shared.exploration(of: usecase, in: application)) }
        var explorations: [Exploration] = []
        for task in tasks { explorations.append(await task.value) }
        return explorations
    }

    private func exploration<App: ExplorableApplication>(
        of usecase: any Usecase.Type, in application: App.Type
    ) -> Task<Exploration, Never> {
        let key = Key(usecase: ObjectIdentifier(usecase), application: ObjectIdentifier(application))
        if let task = made[key] { return task }
        let explorer = Explorer {
            Dependencies(clock: StoppedClock(), randomSource: CountingRandomSource()) {
                $0.journal.adapter = InMemoryJournal()
            }
        }
        let task = Task { await explorer.explore(usecase) }
        made[key] = task
        return task
    }
}
