package import Application

extension Screen {
    /// Of a use case that has no view of its own: the sentence of its goal, and what it found out.
    package static func goal(_ goal: SceneText) -> Screen {
        Screen(
            "goal",
            Page(
                heading: Sentence(en: goal.name, ja: goal.name),
                paragraphs: goal.values.map { Sentence(en: $0, ja: $0) },
                keys: []))
    }
}
