/// A scene as a tap sees it.
public struct TappedScene: Sendable {
    /// The part of the use case that the scene belongs to.
    public let course: Course
    /// The scene itself.
    public let declared: any Codable & Hashable & Sendable
    private let findName: @Sendable () -> String

    /// `name` is evaluated when it is asked for, which most runs never do.
    public init(
        course: Course, name: @autoclosure @escaping @Sendable () -> String,
        declared: any Codable & Hashable & Sendable
    ) {
        self.course = course
        self.declared = declared
        findName = name
    }

    /// The sentence alone, without the values that the scene carries.
    public var name: String { findName() }
}

extension TappedScene: Hashable {
    /// Compares the courses and the scenes.
    public static func == (first: TappedScene, second: TappedScene) -> Bool {
        first.course == second.course && AnyHashable(first.declared) == AnyHashable(second.declared)
    }

    /// Hashes the course and the scene.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(course)
        declared.hash(into: &hasher)
    }
}
