/// A run that reached a goal: every scene that was passed, in order.
public struct Scenario<U: Usecase>: Sendable, Hashable {
    public let walk: Walk<U>
    public let goal: U.Goals

    public var scenes: [Scene<U>] {
        walk.passages.map(\.scene.scene) + [.last(goal)]
    }
}
