import Presentation
import Usecases
import UsecasesTerminal

extension Report {
    /// The names of the scenes, in order.
    var sentences: [String] { scenes.map(\.declared.name) }

    var failure: ErrorReport? {
        if case .failure(let error) = ending { error } else { nil }
    }
}
