/// Any scene of a use case: what a scenario is made of.
public enum Scene<U: Usecase>: Sendable, Hashable {
    case basic(U.Basics)
    case alternate(U.Alternatives)
    case last(U.Goals)
}

extension Scene {
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

    public var name: String { declared.name }
}
