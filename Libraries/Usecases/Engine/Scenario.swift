/// A run that reached a goal: every scene that was passed, in order.
package struct Scenario<U: Usecase>: Sendable, Hashable {
    package let walk: Walk<U>
    package let goal: U.Goals

    package var scenes: [Scene<U>] {
        walk.passages.map(\.scene.scene) + [.last(goal)]
    }
}
