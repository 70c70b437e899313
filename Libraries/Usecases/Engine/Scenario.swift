/// A run that reached a goal: every scene that was passed, in order.
public struct Scenario<U: Usecase>: Sendable, Hashable {
    /// The run, with the scenes before the goal.
    public let walk: Walk<U>
    /// The goal that was reached.
    public let goal: U.Goals

    /// All scenes in order, the goal last.
    public var scenes: [Scene<U>] {
        walk.passages.map(\.scene.scene) + [.last(goal)]
    }
}
