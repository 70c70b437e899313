import Application

/// A use case whose goals have views of their own. The goals of all others are shown as their sentences.
///
/// The switch over the goals has no `default`: a goal that is added later does not compile until it is shown.
protocol ShownUsecase: Usecase {
    /// Whether the splash is shown beside the running use case.
    static var showsSplash: Bool { get }
    /// Takes over into the store what was found out, and says which view the goal leads to.
    static func show(_ scenario: Scenario<Self>, in store: inout Store) -> Store.Screen
}

extension ShownUsecase {
    static var showsSplash: Bool { false }

    /// `nil` for the scenario of another use case.
    static func screen(of scenario: some Sendable, in store: inout Store) -> Store.Screen? {
        (scenario as? Scenario<Self>).map { show($0, in: &store) }
    }
}
