import Usecases
import UsecasesLaboratory
import UsecasesTerminal

@testable import CalearningPresentation

/// The explorations of the catalogue. Each is made once for all specs, because it takes time.
actor Explorations {
    private static let shared = Explorations()

    private var made: [String: Task<Exploration, Never>] = [:]

    static func of(_ usecase: any Usecase.Type) async -> Exploration { await shared.exploration(of: usecase).value }

    private func exploration(of usecase: any Usecase.Type) -> Task<Exploration, Never> {
        if let task = made[usecase.name] { return task }
        let task = Task { await CompositionRoot.explorer.explore(usecase) }
        made[usecase.name] = task
        return task
    }
}
