import Usecases
import UsecasesLaboratory
import UsecasesTesting

@testable import CalearningPresentation

extension Explorations {
    static func of(_ usecase: any Usecase.Type) async -> Exploration { await of(usecase, in: CompositionRoot.self) }
}
