import CalearningPresentation
import UsecasesEngine
import UsecasesLaboratory
import UsecasesTesting

extension Explorations {
    static func of(_ usecase: any Usecase.Type) async -> Exploration { await of(usecase, in: compositionRoot) }
}
