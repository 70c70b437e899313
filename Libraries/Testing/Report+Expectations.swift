import Usecases
public import UsecasesTerminal

extension Report {
    /// The names of the scenes, in order.
    public var sentences: [String] { scenes.map(\.declared.name) }

    /// The error that the run ended in; `nil` if it reached a goal.
    public var failure: ErrorReport? {
        if case .failure(let error) = ending { error } else { nil }
    }
}
