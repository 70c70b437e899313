import Application

extension Page {
    /// The sentence of a goal, and what it found out.
    static func goal(_ goal: SceneText) -> Page {
        Page(
            heading: Sentence(en: goal.name, ja: goal.name),
            paragraphs: goal.values.map { Sentence(en: $0, ja: $0) },
            keys: [])
    }
}
