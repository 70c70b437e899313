/// A scene that another one follows: all but the goals.
package enum Step<U: Usecase>: Sendable, Hashable {
    case basic(U.Basics)
    case alternate(U.Alternatives)
}

extension Step {
    package var scene: Scene<U> {
        switch self {
        case .basic(let scene): .basic(scene)
        case .alternate(let scene): .alternate(scene)
        }
    }
}
