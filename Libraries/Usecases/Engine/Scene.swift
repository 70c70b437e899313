/// Any scene of a use case: what a scenario is made of.
public enum Scene<U: Usecase>: Sendable, Hashable {
    case basic(U.Basics)
    case alternate(U.Alternatives)
    case last(U.Goals)
}

extension Scene {
    /// The part of the use case that the scene belongs to.
    public var course: Course {
        switch self {
        case .basic: .basic
        case .alternate: .alternative
        case .last: .goal
        }
    }

    /// The scene as its author declared it.
    public var declared: any SceneName {
        switch self {
        case .basic(let scene): scene
        case .alternate(let scene): scene
        case .last(let goal): goal
        }
    }

    /// The sentence alone, without the values that the scene carries.
    public var name: String { declared.name }
}
