/// A scene that is followed by another one: any scene but a goal.
public enum Step<U: Usecase>: Sendable, Hashable {
    case basic(U.Basics)
    case alternate(U.Alternatives)
}

extension Step {
    /// The step as a scene of any kind.
    public var scene: Scene<U> {
        switch self {
        case .basic(let scene): .basic(scene)
        case .alternate(let scene): .alternate(scene)
        }
    }
}
