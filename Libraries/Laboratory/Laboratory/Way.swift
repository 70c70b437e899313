public import Usecases

/// One way through a use case: the outcomes of its ports, and where they led.
public struct Way: Sendable, Hashable {
    /// A scene that was entered, or a call with its outcome.
    public enum Event: Sendable, Hashable {
        case scene(SceneText)
        /// `outcome` is its name in the operation's catalogue.
        case call(PortCallName, outcome: String)
    }

    /// The end of a way.
    public enum Ending: Sendable, Hashable {
        case goal(SceneText)
        /// The name of the error's case.
        case failure(String)
        /// The way was cut off: these scenes form an endless loop, or there are too many scenes.
        case endless([String])
    }

    /// Which of the use case's beginnings it starts from, counted from 0.
    public let beginning: Int
    /// The scenes and calls in order, without the goal.
    public let events: [Event]
    /// The end of the way.
    public let ending: Ending
    /// What each call returned, in order; `nil` for an error. Empty unless the explorer was asked for it.
    public var forms: [ValueForm?] = []

    /// The scenes in order, without the goal.
    public var scenes: [SceneText] {
        events.compactMap { if case .scene(let scene) = $0 { scene } else { nil } }
    }
}

/// A scene as text.
public struct SceneText: Sendable, Hashable {
    package let course: Course
    package let name: String
    /// The values with their labels, in alphabetical order, each on one line: `udid: 0198…`.
    package let values: [String]

    package init(_ course: Course, _ declared: any SceneName) {
        self.course = course
        name = declared.name
        values = declared.values.sorted { $0.key < $1.key }.map { "\($0): \(text(of: $1).onOneLine)" }
    }

    /// `nil` for a scene that no use case has declared.
    init?(_ scene: TappedScene) {
        guard let declared = scene.declared as? any SceneName else { return nil }
        self.init(scene.course, declared)
    }

    private init(_ course: Course, _ name: String, _ values: [String]) {
        self.course = course
        self.name = name
        self.values = values
    }

    /// The same under another name.
    package func named(_ name: String) -> SceneText { SceneText(course, name, values) }
}

private func text(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return "\(value)" }
    return mirror.children.first.map { text(of: $0.value) } ?? "none"
}
