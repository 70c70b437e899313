import Usecases
public import UsecasesTerminal

extension Report {
    /// The names of the scenes, in order.
    public var sentences: [String] { scenes.map(\.declared.name) }

    public var failure: ErrorReport? {
        if case .failure(let error) = ending { error } else { nil }
    }
}
