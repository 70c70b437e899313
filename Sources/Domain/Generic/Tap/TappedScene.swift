/// A scene as a tap sees it.
package struct TappedScene: Sendable {
    package let course: Course
    /// The sentence alone, without the values that the scene carries.
    package let name: String
    /// The scene itself.
    package let declared: any Codable & Hashable & Sendable

    package init(course: Course, name: String, declared: any Codable & Hashable & Sendable) {
        self.course = course
        self.name = name
        self.declared = declared
    }
}

extension TappedScene: Hashable {
    package static func == (first: TappedScene, second: TappedScene) -> Bool {
        first.course == second.course && AnyHashable(first.declared) == AnyHashable(second.declared)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(course)
        declared.hash(into: &hasher)
    }
}
