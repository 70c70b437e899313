/// A scene of a use case, of any kind. A scenario is a sequence of scenes.
public enum Scene<U: Usecase>: Sendable, Hashable {
    /// A scene of the basic course.
    case basic(U.Basics)
    /// An alternative scene.
    case alternate(U.Alternatives)
    /// A goal.
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

    /// The declared scene.
    public var declared: any SceneName {
        switch self {
        case .basic(let scene): scene
        case .alternate(let scene): scene
        case .last(let goal): goal
        }
    }

    /// The sentence, without the values that the scene carries.
    public var name: String { declared.name }
}

/// The scenes of one course of a use case: an enum whose cases are sentences, such as `条件_主語は動作` or a raw
/// identifier in English.
///
/// The values of a scene have labels. Reports use them as names.
public protocol SceneName: Sendable, Hashable, Codable {}

/// A course without scenes.
extension Never: SceneName {}

extension SceneName {
    /// The sentence, without the values that the scene carries.
    public var name: String {
        Self.sentence(reflected: Mirror(reflecting: self).children.first?.label ?? "\(self)")
    }

    /// Returns the sentence of a case, without the backticks and non-breaking spaces of a reflected raw identifier.
    package static func sentence(reflected name: String) -> String {
        guard name.hasPrefix("`") else { return name }
        return String(name.dropFirst().dropLast().map { $0 == "\u{A0}" ? " " : $0 })
    }

    /// The values that the scene carries, by their labels.
    public var values: [String: any Encodable] {
        guard let carried = Mirror(reflecting: self).children.first?.value else { return [:] }
        var values: [String: any Encodable] = [:]
        for case (let label?, let value as any Encodable) in Mirror(reflecting: carried).children {
            values[label] = value
        }
        return values
    }
}

/// A scene that is followed by another scene: any scene except a goal.
public enum Step<U: Usecase>: Sendable, Hashable {
    /// A scene of the basic course.
    case basic(U.Basics)
    /// An alternative scene.
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

extension Scene {
    /// The scene in the form that taps receive.
    package var tapped: TappedScene {
        TappedScene(course: course, name: name, declared: declared)
    }
}
