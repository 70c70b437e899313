public import Usecases

/// A use case whose goals have screens of their own. The goals of all others are shown as their sentences.
///
/// The switch over the goals has no `default`: a goal that is added later does not compile until it is shown.
public protocol ShownUsecase: Usecase {
    /// What is shown while the use case runs, at least for the time of the splash; `nil` for what was shown before.
    static var waiting: Screen? { get }
    /// Why the program ends with another status than 0 at one of its goals: parts of sentences, for the help of the program.
    static var exitStatuses: [ExitStatus: [Sentence]] { get }
    /// The screen to which the goal leads.
    static func show(_ scenario: Scenario<Self>) -> Screen
}

extension ShownUsecase {
    /// `nil`: the previous screen stays.
    public static var waiting: Screen? { nil }
    /// None: every goal ends the program with 0.
    public static var exitStatuses: [ExitStatus: [Sentence]] { [:] }

    /// `nil` for the scenario of another use case.
    public static func screen(of scenario: some Sendable) -> Screen? {
        (scenario as? Scenario<Self>).map(show)
    }
}

extension Usecase {
    /// Why the program ends with another status than 0 at one of its goals.
    static var goalStatuses: [ExitStatus: [Sentence]] { (self as? any ShownUsecase.Type)?.exitStatuses ?? [:] }
}
